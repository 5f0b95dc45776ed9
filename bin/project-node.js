import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import path from 'node:path'
import { root } from './steps.js'

const major = 24

/**
 * Goes on when this is a Node that runs the server; else runs the same script under the Node that
 * npm installed, passes signals on to it, and ends as it ends.
 */
export async function underProjectNode() {
  if (Number.parseInt(process.versions.node, 10) >= major) return
  const node = path.join(root, 'node_modules', 'node', 'bin', 'node')
  if (!existsSync(node)) {
    throw new Error(
      `Node ${major} is missing. The package "node" installs it with a script, which npm was told to skip. Allow scripts, remove node_modules and start again.`,
    )
  }
  const child = spawn(node, process.argv.slice(1), { stdio: 'inherit' })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal))
  }
  await new Promise((_, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0))
    })
  })
}
