import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { commonRefusals } from '#contract/wire/refusals.ts'
import { openDatabase } from '#server/kernel/database/database.ts'
import { createTestDatabase } from '#server/kernel/testing/database.ts'
import { exportCsv } from './csv-export.ts'

test('a slow reader receives the whole export despite PostgreSQL’s idle timeout', async () => {
  const { url, drop } = await createTestDatabase()
  const name = new URL(url).pathname.slice(1)
  const before = openDatabase(url, 1)
  await sql`alter database ${sql.ref(name)} set idle_in_transaction_session_timeout = 2000`.execute(
    before,
  )
  await before.destroy()
  const db = openDatabase(url, 1)
  const stream = await exportCsv<{ n: number }>(db, {
    name: 'numbers',
    busy: commonRefusals.busy,
    query: sql`select n from generate_series(1, 60000) as n`,
    head: 'n\n',
    line: ({ n }) => `${n}\n`,
  })
  stream.read(0)
  await delay(5000)
  const lines = (await text(stream)).trim().split('\n')
  expect([lines.length, lines.at(-1)]).toEqual([60_001, '60000'])
  await db.destroy()
  await drop()
})

test('PostgreSQL ends the export of a frozen process, after its own timeout', async () => {
  const { url, drop } = await createTestDatabase()
  const db = openDatabase(url, 1)
  const stream = await exportCsv<{ after: string }>(db, {
    name: 'limit',
    busy: commonRefusals.busy,
    query: sql`select current_setting('idle_in_transaction_session_timeout') as after`,
    head: '',
    line: ({ after }) => after,
  })
  expect(await text(stream)).toBe('90s')
  await db.destroy()
  await drop()
})
