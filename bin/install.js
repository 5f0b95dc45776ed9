import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { alone } from './alone.js'
import { isComplete } from './complete.js'
import { CommandError, root, run, step } from './steps.js'

const lockFile = path.join(root, 'package-lock.json')
const modules = path.join(root, 'node_modules')
const receipt = path.join(modules, '.loadout-install')

/** Installs the dependencies unless exactly those of the lock file are there. */
export async function installMissing() {
  if (isComplete()) return
  const wanted = createHash('sha256')
    .update(readFileSync(lockFile))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex')
  if (readIfThere(receipt) === wanted) return
  if (!installedByHand()) {
    await alone(async () => {
      if (readIfThere(receipt) !== wanted) await step('dependencies', install)
      remember(wanted)
    })
  } else remember(wanted)
}

/** @param {string} wanted */
function remember(wanted) {
  try {
    writeFileSync(receipt, wanted)
  } catch {
    // A read-only installation is compared anew at every start.
  }
}

async function install() {
  const quiet = ['--no-audit', '--no-fund', '--no-progress', '--loglevel=error']
  // Not `npm ci`: it refuses a lock file that lacks optional packages of other platforms.
  const args = ['install', '--no-save', '--include=dev', ...quiet]
  // The npm that runs us, wherever it lies.
  const npm = process.env.npm_execpath
  if (npm?.endsWith('npm-cli.js')) await run(process.execPath, [npm, ...args])
  else await run('npm', args)
  if (readIfThere(path.join(modules, '.package-lock.json')) === undefined) {
    throw new CommandError('npm installed nothing.', '')
  }
}

/**
 * Whether npm's own record of what it installed agrees with the lock file. Packages for other
 * platforms are missing from it.
 */
function installedByHand() {
  const record = readIfThere(path.join(modules, '.package-lock.json'))
  if (record === undefined) return false
  /** @typedef {Record<string, { version?: string, optional?: true, devOptional?: true }>} Packages */
  /** @type {Packages} */
  const installed = JSON.parse(record).packages
  /** @type {Packages} */
  const wanted = JSON.parse(readFileSync(lockFile, 'utf8')).packages
  return Object.entries(wanted).every(([place, { version, optional, devOptional }]) => {
    const found = installed[place]
    if (place === '' || (!found && (optional || devOptional))) return true
    return found?.version === version
  })
}

/** @param {string} file */
function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
