import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '#server/kernel/migrations/migrate.ts'
import { createServer } from '#server/kernel/testing/own-postgres.ts'
import { openPair, type Pair } from '#server/kernel/testing/postgres-pair.ts'
import { type Database, openDatabase } from './database.ts'
import { isDatabaseTrouble } from './database-trouble.ts'
import { keepConnection } from './kept-connection.ts'
import { serverUrls } from './servers.ts'

// The default of initdb: a standby must not have less.
const settings = { fsync: 'off', max_connections: '100' }
let pair: Pair
let db: Database
const folder = mkdtempSync(path.join(tmpdir(), 'loadout-pair-'))

beforeAll(async () => {
  await createServer(folder)
  pair = await openPair(folder, settings)
  db = openDatabase(pair.both, 2)
})
afterAll(async () => {
  await db?.destroy()
  await pair?.stop('SIGQUIT')
  for (const each of [folder, `${folder}-standby`]) rmSync(each, { recursive: true, force: true })
})

const servedBy = async (on = db) =>
  (await sql<{ port: number }>`select inet_server_port() as port`.execute(on)).rows[0]!.port
const portOf = (url: string) => Number(new URL(url).port)

test('reads an address with several hosts like libpq', () => {
  expect(
    serverUrls(
      'postgres://a:b,@c@one,two:5433/shop?sslmode=require&target_session_attrs=read-write',
    ),
  ).toEqual([
    'postgres://a:b,@c@one/shop?sslmode=require',
    'postgres://a:b,@c@two:5433/shop?sslmode=require',
  ])
  expect(serverUrls('postgres://a@one/shop?target_session_attrs=read-write')).toHaveLength(1)
})

// A new pair of servers for each test would double the time, so the tests build on each other.
describe('with several servers', { shuffle: false }, () => {
  test('uses the writable one, at any position of the address', async () => {
    expect(await migrate(pair.both)).not.toEqual([])
    expect(await servedBy()).toBe(portOf(pair.url))
  })

  test('pools and listeners follow a fail-over, and ignore an old primary that returns', async () => {
    let returned = 0
    const heard: (string | undefined)[] = []
    const listener = await keepConnection(pair.both, {
      prepare: async (client) => {
        client.on('notification', ({ payload }) => heard.push(payload))
        await client.query('listen anything')
      },
      onReturn: () => {
        returned += 1
      },
      pause: 20,
    })
    await pair.vanish()
    const refused = await servedBy().catch((error) => error)
    expect(isDatabaseTrouble(refused)).toBe(true)
    expect((await servedBy().catch((error) => error)).message).toMatch(
      /^No server accepts writes \(.*it is a standby/,
    )

    await pair.promote()
    await expect.poll(() => servedBy().catch(() => 0)).toBe(portOf(pair.standby.url))
    await expect.poll(() => returned).toBe(1)
    await sql`select pg_notify('anything', 'after')`.execute(db)
    await expect.poll(() => heard).toEqual(['after'])

    // It accepts writes too, because it does not know that the other server has taken over.
    await pair.start()
    const later = openDatabase(`${pair.both}?target_session_attrs=read-write`, 1)
    expect(await servedBy(later)).toBe(portOf(pair.standby.url))
    await later.destroy()
    await listener.close()
  })

  test('replaces a connection to a server that has become a standby', async () => {
    await sql`alter system set default_transaction_read_only = on`.execute(db)
    await sql`select pg_reload_conf()`.execute(db)
    const write = () => sql`create temporary table written ()`.execute(db)
    await expect.poll(() => write().catch((error) => error.code)).toBe('25006')
    // The old primary is the only remaining server that accepts writes.
    await expect.poll(() => servedBy().catch(() => 0)).toBe(portOf(pair.primaryUrl))
  })
})
