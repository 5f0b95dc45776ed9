import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  realpathSync,
  symlinkSync,
} from 'node:fs'
import path from 'node:path'
import { StartError } from '#server/kernel/config/start-error.ts'
import { type Account, postgresAccount, runAs } from './account.ts'

const checkout = path.resolve(import.meta.dirname, '../../..')

/** Root's folder for files that PostgreSQL's own account must be able to read. */
export const systemFolder = '/var/lib/loadout'

/**
 * The folder of the database; it need not exist yet. If only root can enter the data folder, it is
 * under `systemFolder`, with a link in the data folder, so a moved data folder still finds its
 * database.
 */
export function databaseFolder(dataDir: string | undefined): string {
  const parent = dataDir ? path.resolve(dataDir) : path.join(checkout, '.data')
  const folder = path.join(parent, 'postgres')
  return usable(folder, () => {
    mkdirSync(parent, { recursive: true })
    if (!entryOf(folder)) {
      const account = postgresAccount()
      if (account && !canEnter(account, parent)) linkToSystemFolder(folder)
    }
    if (!entryOf(folder)?.isSymbolicLink()) return path.join(realpathSync(parent), 'postgres')
    const target = path.resolve(parent, readlinkSync(folder))
    openFolder(path.dirname(target))
    return target
  })
}

function linkToSystemFolder(folder: string) {
  const name = `${path.basename(checkout)}-${randomBytes(4).toString('hex')}`
  try {
    symlinkSync(path.join(systemFolder, name, 'postgres'), folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Creates a folder that every user can enter, regardless of the umask. */
export function openFolder(folder: string) {
  if (existsSync(folder)) return
  openFolder(path.dirname(folder))
  mkdirSync(folder)
  chmodSync(folder, 0o755)
}

/** Throws a StartError if this process or PostgreSQL's account cannot use the folder. */
export function assertUsable(folder: string, account: Account | undefined) {
  const deepest = existsSync(folder) ? folder : path.dirname(folder)
  usable(deepest, () => accessSync(deepest, constants.R_OK | constants.W_OK | constants.X_OK))
  if (!account || canEnter(account, deepest)) return
  throw new StartError(
    `PostgreSQL does not run as root, and the user that it runs as (id ${account.uid}) cannot enter the data folder ${deepest}. Set DATA_DIR to a folder that every user can enter.`,
  )
}

function canEnter(account: Account, folder: string) {
  const options = { ...runAs(account), stdio: 'ignore' } as const
  return spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], options).status === 0
}

/** Converts an error of the file system to a sentence that names the folder. */
export function usable<T>(folder: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof StartError || !(error as NodeJS.ErrnoException).syscall) throw error
    const { code, message } = error as NodeJS.ErrnoException
    const reason = message.replace(`${code}: `, '').replace(/,.*$/s, '')
    throw new StartError(
      `The data folder ${folder} cannot be used (${reason}). Correct its permissions or set DATA_DIR to another folder.`,
    )
  }
}

function entryOf(file: string) {
  return lstatSync(file, { throwIfNoEntry: false })
}
