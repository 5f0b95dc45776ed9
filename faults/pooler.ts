import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { openServer, type Server } from '#server/kernel/testing/own-postgres.ts'
import { type Front, openFront } from './front.ts'

/** A PostgreSQL server behind a PgBouncer in transaction mode. */
export type Pooled = Server & { pooler: Front; front: string; env: Record<string, string> }

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
  const file = path.join(folder, 'pgbouncer.ini')
  const pooler = await openFront(program, (port) => {
    writeFileSync(file, pgbouncerSettings(server.url, port))
    return ['--quiet', file]
  })
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

/** PgBouncer waits 15 seconds by default before it reconnects to a database that was unavailable. */
const pgbouncerSettings = (databaseUrl: string, port: number) => `[databases]
postgres = host=127.0.0.1 port=${new URL(databaseUrl).port} dbname=postgres user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 10
server_login_retry = 1
`
