import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { freePorts } from '#server/kernel/config/free-ports.ts'
import { postgresAccount, runAs } from '#server/kernel/postgres/account.ts'
import { type Binaries, postgresBinaries } from '#server/kernel/postgres/binaries.ts'
import { initdb } from '#server/kernel/postgres/cluster.ts'
import { isAlive } from '#server/kernel/postgres/postmaster.ts'

export type Server = Awaited<ReturnType<typeof openServer>>

/** Creates an empty cluster in the folder, for `openServer`. */
export async function createServer(folder: string) {
  const account = postgresAccount()
  mkdirSync(path.join(folder, 'data'), { recursive: true })
  ownByAccount(folder)
  await initdb(path.join(folder, 'data'), postgresBinaries(account), account, ['--auth=trust'])
}

export function ownByAccount(folder: string) {
  const account = postgresAccount()
  chmodSync(path.join(folder, 'data'), 0o700)
  if (!account) return
  execFileSync('chown', ['-R', `${account.uid}:${account.gid}`, path.join(folder, 'data')])
  chownSync(folder, account.uid, account.gid)
}

/** `settings` are those of postgresql.conf. `binaries` can name another version's. */
export async function openServer(
  folder: string,
  settings: Record<string, string> = {},
  binaries?: Binaries,
) {
  const account = postgresAccount()
  const { postgres } = binaries ?? postgresBinaries(account)
  const data = path.join(folder, 'data')
  const [port] = await freePorts(1)
  const all = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '60',
    timezone: 'UTC',
    ...settings,
  }
  const options = Object.entries(all).map(([name, value]) => `--${name}=${value}`)
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  let pid = 0

  const log = () => readFileSync(path.join(folder, 'log'), 'utf8')

  async function start() {
    const output = openSync(path.join(folder, 'log'), 'a')
    const child = spawn(postgres, ['-D', data, '-p', String(port), ...options], {
      ...runAs(account),
      stdio: ['ignore', output, output],
    })
    closeSync(output)
    pid = child.pid!
    while (!(await takesConnections(url))) {
      if (child.exitCode !== null) throw new Error(`PostgreSQL does not start: see ${folder}/log`)
      await delay(10)
    }
  }

  async function stop(signal: NodeJS.Signals = 'SIGINT') {
    if (!isAlive(pid)) return
    process.kill(pid, signal)
    while (isAlive(pid)) await delay(10)
  }

  function signalAll(signal: NodeJS.Signals) {
    const children = execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
    for (const each of [pid, ...children.trim().split('\n').map(Number)]) {
      if (isAlive(each)) process.kill(each, signal)
    }
  }

  await start()
  return {
    url,
    folder,
    start,
    /** The deadlocks in its log, each with both queries. */
    deadlocks: () =>
      log()
        .split('deadlock detected')
        .slice(1)
        .map((told) => told.slice(0, 1500)),
    log,
    /** SIGINT ends sessions in order. SIGKILL and SIGQUIT leave recovery to the next start. */
    stop,
    /** Kills all its processes at once, as if its machine failed. */
    async vanish() {
      signalAll('SIGKILL')
      while (isAlive(pid)) await delay(10)
    },
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
  }
}

/** Also true for a standby. */
async function takesConnections(url: string): Promise<boolean> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}
