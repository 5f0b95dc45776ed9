import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  statfsSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePorts } from '#server/kernel/config/free-ports.ts'
import { postgresAccount, runAs } from '#server/kernel/postgres/account.ts'
import { postgresBinaries } from '#server/kernel/postgres/binaries.ts'
import { initdb } from '#server/kernel/postgres/cluster.ts'
import { findPostmaster } from '#server/kernel/postgres/postmaster.ts'

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '300',
  timezone: 'UTC',
  jit: 'off',
  log_min_messages: 'warning',
}

/** Its data is discarded anyway. */
const forgetful = {
  // Stored in the data folder, so that it is deleted with it.
  dynamic_shared_memory_type: 'mmap',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  // A worker in the template database would delay cloning.
  autovacuum: 'off',
}

// The test run's pipe as standard input closes however the run ends, even by SIGKILL.
const guard = `
  "$1" -D "$2/data" -p "$3" $4 >"$2/log" 2>&1 </dev/null &
  cat >/dev/null
  kill -QUIT $!
  wait $!
  rm -rf "$2"
`

type Options = {
  /** Writes to the disk and waits for it, as an operator's PostgreSQL does. */
  durable?: boolean
}

/**
 * Starts a PostgreSQL that ends with this process. Unless it is durable, it runs in memory if the
 * machine has enough.
 */
export async function startThrowawayPostgres({ durable = false }: Options = {}): Promise<{
  url: string
  stop(): Promise<void>
}> {
  const account = postgresAccount()
  const binaries = postgresBinaries(account)
  const folder = mkdtempSync(path.join(durable ? tmpdir() : roomyFolder(), 'loadout-test-'))
  const data = path.join(folder, 'data')
  mkdirSync(data)
  if (account) {
    for (const part of [folder, data]) chownSync(part, account.uid, account.gid)
  }
  chmodSync(data, 0o700)
  await initdb(data, binaries, account, ['--auth=trust', '--wal-segsize=4'])
  const [port] = await freePorts(1)
  const options = Object.entries({ ...settings, ...(!durable && forgetful) }).map(
    ([name, value]) => `--${name}=${value}`,
  )
  const child = spawn(
    '/bin/sh',
    ['-c', guard, 'postgres-guard', binaries.postgres, folder, String(port), options.join(' ')],
    { ...runAs(account), detached: true, stdio: ['pipe', 'ignore', 'ignore'] },
  )
  child.unref()
  const log = path.join(folder, 'log')
  while (findPostmaster(data)?.status !== 'ready') {
    if (child.exitCode !== null || failed(log)) {
      throw new Error(`PostgreSQL for the tests does not start: ${readFileSync(log, 'utf8')}`)
    }
    await delay(5)
  }
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      child.ref()
      child.stdin.end()
      await once(child, 'exit')
    },
  }
}

function failed(log: string) {
  return existsSync(log) && readFileSync(log, 'utf8').includes('FATAL')
}

function roomyFolder() {
  const memory = '/dev/shm'
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > 1_000_000_000 ? memory : tmpdir()
}
