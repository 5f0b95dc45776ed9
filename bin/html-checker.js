import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { root, run, step } from './steps.js'

const version = '26.9.27'
// Not among the dependencies: it weighs 32 MB, and only tests where Java is at hand want it.
const folder = path.join(root, 'node_modules', '.cache', 'html-checker', version)
const jar = path.join(folder, 'node_modules', 'vnu-jar', 'build', 'dist', 'vnu.jar')

/** Path of the Nu HTML checker; nothing where Java is missing or the package cannot be had. */
export async function requireHtmlChecker() {
  if (spawnSync('java', ['-version']).status !== 0) return
  if (existsSync(jar)) return jar
  // Its install script would fetch a Java of its own.
  const quiet = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const args = ['install', '--prefix', folder, ...quiet, `vnu-jar@${version}`]
  await step('HTML checker', () => run('npm', args)).catch(() => {})
  return existsSync(jar) ? jar : undefined
}
