import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { StartError } from '#server/kernel/config/start-error.ts'
import { clock } from '#server/kernel/time/clock.ts'
import { type Account, runAs } from './account.ts'
import type { Binaries } from './binaries.ts'
import { openFolder } from './location.ts'
import { isAlive } from './postmaster.ts'

const run = promisify(execFile)

const settings = {
  max_connections: '100',
  shared_buffers: '128MB',
  // A query of the log locks each month's partition and its indexes.
  max_locks_per_transaction: '256',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  log_checkpoints: 'off',
}

/** Renamed at the end, so never seen half-finished. The owner of `loadout` has no other rights. */
export async function createCluster(
  folder: string,
  binaries: Binaries,
  account: Account | undefined,
) {
  assertNothingElse(folder)
  removeAbandonedDrafts(folder)
  const draft = `${folder}.new-${process.pid}-${randomBytes(4).toString('hex')}`
  const password = randomBytes(24).toString('base64url')
  openFolder(draft)
  const passwordFile = path.join(draft, 'password')
  writeFileSync(passwordFile, password, { mode: 0o600, flush: true })
  const data = path.join(draft, 'data')
  mkdirSync(data, { mode: 0o700 })
  if (account) {
    chownSync(passwordFile, account.uid, account.gid)
    chownSync(data, account.uid, account.gid)
  }
  await initdb(data, binaries, account, [
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    ...Object.entries(settings).map(([name, value]) => `--set=${name}=${value}`),
  ])
  const creating = run(binaries.postgres, ['--single', '-D', data, 'postgres'], runAs(account))
  creating.child.stdin?.end(
    `create role loadout login password '${password}'\ncreate database loadout owner loadout\n`,
  )
  await creating
  await run(binaries.initdb, ['--sync-only', '-D', data], runAs(account))
  publish(draft, folder)
}

/** UTF-8 and code point order, independent of the machine's locales. */
export async function initdb(
  data: string,
  binaries: Binaries,
  account: Account | undefined,
  options: string[],
) {
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  const common = ['--username=postgres', '--encoding=UTF8', '--no-sync', '--no-instructions']
  const made = run(binaries.initdb, ['-D', data, ...common, ...locale, ...options], runAs(account))
  await made.catch((cause: Error & { stderr?: string }) => {
    const [, why] = /(?:FATAL|PANIC|error): +(.+)/.exec(cause.stderr ?? '') ?? []
    if (!why) throw cause
    throw new StartError(
      `A database could not be created in ${data}: ${why}. Fix that, or set DATA_DIR to another folder.`,
      { cause },
    )
  })
}

function publish(draft: string, folder: string) {
  try {
    renameSync(draft, folder)
    const parent = openSync(path.dirname(folder), 'r')
    fsyncSync(parent)
    closeSync(parent)
  } catch (error) {
    rmSync(draft, { recursive: true })
    // Another process was faster.
    if (existsSync(path.join(folder, 'data'))) return
    throw error
  }
}

function assertNothingElse(folder: string) {
  if (!existsSync(folder) || readdirSync(folder).length === 0) return
  throw new StartError(
    `The folder ${folder} contains something other than a database. Move it away or set DATA_DIR to another folder.`,
  )
}

/** The process id of an old draft may belong to another process by now. */
function removeAbandonedDrafts(folder: string) {
  const parent = path.dirname(folder)
  const prefix = `${path.basename(folder)}.new-`
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(prefix)) continue
    const draft = path.join(parent, name)
    const age = clock.machine() - (statSync(draft, { throwIfNoEntry: false })?.mtimeMs ?? 0)
    const maker = Number.parseInt(name.slice(prefix.length), 10)
    if (!isAlive(maker) || age > 3_600_000) rmSync(draft, { recursive: true, force: true })
  }
}
