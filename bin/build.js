import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { alone } from './alone.js'
import { isComplete } from './complete.js'
import { compressTexts } from './compress.js'
import { root, run, step } from './steps.js'

const receipt = path.join(root, '.build', 'sources')
const folders = ['web', 'contract', 'public']
const files = [
  'package-lock.json',
  'vite.config.ts',
  'react-router.config.ts',
  'bin/build.js',
  'bin/compress.js',
]

/**
 * Builds the web into `.build`, unless what is there was built from exactly these sources.
 * @param {() => Promise<void>} [first] Is done before a build, and keeps it from beginning by a rejection.
 */
export async function buildWeb(first) {
  if (isComplete()) return
  const wanted = fingerprint()
  if (isBuilt(wanted)) return
  await first?.()
  await alone(async () => {
    if (isBuilt(wanted)) return
    rmSync(receipt, { force: true })
    await step('web', async () => {
      await run('react-router', ['build'])
      await compressTexts(path.join(root, '.build', 'client'))
    })
    writeFileSync(receipt, wanted)
  })
}

/** @param {string} wanted */
const isBuilt = (wanted) => existsSync(receipt) && readFileSync(receipt, 'utf8') === wanted

function fingerprint() {
  const hash = createHash('sha256')
  for (const file of [...files, ...folders.flatMap(filesBelow)]) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(root, file)))
      .update('\0')
  }
  return hash.digest('hex')
}

/** @param {string} folder */
function filesBelow(folder) {
  if (!existsSync(path.join(root, folder))) return []
  return readdirSync(path.join(root, folder), { recursive: true })
    .map((name) => path.join(folder, String(name)))
    .filter((file) => !/\.test\.tsx?$/.test(file) && statSync(path.join(root, file)).isFile())
    .sort()
}
