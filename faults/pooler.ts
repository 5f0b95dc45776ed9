import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePorts, isFree } from '#server/kernel/config/free-ports.ts'
import { postgresAccount, runAs } from '#server/kernel/postgres/account.ts'
import { openServer, type Server } from '#server/kernel/testing/own-postgres.ts'

type Pooler = { url: string; start(): Promise<void>; stop(signal: NodeJS.Signals): Promise<void> }

/** A PostgreSQL server behind a PgBouncer in transaction mode. */
export type Pooled = Server & { pooler: Pooler; front: string; env: Record<string, string> }

/** Debian installs it in a folder that may not be on PATH. */
const searched = `${process.env.PATH}:/usr/sbin`

/** Full path of the program, or undefined if it is not installed. */
export function findPgbouncer(): string | undefined {
  try {
    const env = { PATH: searched }
    return execFileSync('/bin/sh', ['-c', 'command -v pgbouncer'], { encoding: 'utf8', env }).trim()
  } catch {
    return undefined
  }
}

/**
 * Connects the shop through the pooler, and gives it the direct address as well. Stopping stops
 * both.
 */
export async function openPooled(
  program: string,
  folder: string,
  settings: Record<string, string>,
): Promise<Pooled> {
  const server = await openServer(folder, settings)
  const pooler = await openPooler(program, folder, server.url)
  return {
    ...server,
    pooler,
    front: pooler.url,
    env: { DATABASE_DIRECT_URL: server.url },
    async stop(signal) {
      await pooler.stop('SIGKILL')
      await server.stop(signal)
    },
  }
}

async function openPooler(program: string, folder: string, databaseUrl: string): Promise<Pooler> {
  const [port] = await freePorts(1)
  const file = path.join(folder, 'pgbouncer.ini')
  // The default is to wait 15 seconds before reconnecting to a database that was unavailable.
  writeFileSync(
    file,
    `[databases]
postgres = host=127.0.0.1 port=${new URL(databaseUrl).port} dbname=postgres user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 10
server_login_retry = 1
`,
  )
  let child = launch()
  function launch() {
    return spawn(program, ['--quiet', file], { ...runAs(postgresAccount()), stdio: 'ignore' })
  }
  async function ready() {
    while (await isFree(port!)) {
      if (child.exitCode !== null) throw new Error('PgBouncer does not start')
      await delay(10)
    }
  }
  await ready()
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async start() {
      child = launch()
      await ready()
    },
    async stop(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    },
  }
}
