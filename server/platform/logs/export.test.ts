import * as fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { logs } from '#contract/platform/logs.ts'
import { csvHead, csvLine } from '#contract/platform/logs-csv.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { exportLogs } from './export.ts'
import { writeLog } from './log.ts'
import { parseCsv } from './testing/csv.ts'

const log: string[] = []

const shop = await fileFixture(
  openTestShop({
    env: { LOG_LEVEL: 'warn' },
    log: { write: (line) => log.push(line) },
  }),
)

type Entry = Parameters<typeof csvLine>[0]

const text = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^['=+\-@\t\r\n",; a＝]*$/))
const entry: fc.Arbitrary<Entry> = fc.record({
  created_at: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  level: fc.integer({ min: 0, max: 3 }),
  type: text,
  message: text,
  details: fc.dictionary(fc.string(), fc.oneof(text, fc.integer(), fc.boolean())),
})

/** The quote precedes a formula, at the start of a cell or after another separator. */
function unguarded(cell: string) {
  const begun = cell.replaceAll(/([;\t])'(?='*[=+\-@＝＋－＠])/g, '$1')
  return /^'+[=+\-@\t\r\n＝＋－＠]/.test(begun) ? begun.slice(1) : begun
}

test('CSV values are read back unchanged', () => {
  fc.assert(
    fc.property(fc.array(entry), (entries) => {
      const rows = parseCsv(csvHead + entries.map(csvLine).join(''))
      expect(rows[0]).toEqual(['Timestamp', 'Level', 'Source', 'Message', 'Details'])
      expect(rows.slice(1).map((row) => row.map(unguarded))).toEqual(
        entries.map(({ created_at, level, type, message, details }) => [
          created_at,
          ['info', 'success', 'warning', 'error'][level],
          type,
          message,
          JSON.stringify(details),
        ]),
      )
    }),
  )
})

test('no cell begins like a formula', () => {
  fc.assert(
    fc.property(entry, (one) => {
      const cells = parseCsv(csvLine(one)).flat()
      const begun = cells.filter((cell) => /^[=+\-@\t\r\n＝＋－＠]/.test(cell))
      expect(begun.filter((cell) => !/^-\d+(\.\d+)?$/.test(cell))).toEqual([])
    }),
  )
})

test('no cell begins like a formula with semicolons or tabs as separators', () => {
  const parts = fc.array(fc.constantFrom(';', '\t', "'", '=1', '@SUM(1)', ' ', 'a', '"'))
  fc.assert(
    fc.property(
      parts.map((each) => each.join('')),
      (message) => {
        const one = { created_at: '', level: 0, type: '', message, details: {} }
        const [cells] = parseCsv(csvLine(one))
        expect(csvLine(one)).not.toMatch(/[;\t][=@]/)
        expect(unguarded(cells![3]!)).toBe(message)
      },
    ),
  )
})

test('exports all matching entries, newest first, with their author', async () => {
  const { user, cookie } = await signIn(shop.app, { support: true })
  await sql`insert into logs (level, type, message, details)
            select n % 4, 'bulk', 'Line ' || n, jsonb_build_object('n', n)
              from generate_series(1, 2500) n`.execute(shop.db)
  await writeLog(shop.db, { source: 'bulk', message: '=cmd()' })
  const url = '/api/admin/logs/export?source=bulk'
  const answer = await shop.app.inject({ url, headers: { cookie } })
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringMatching(/^attachment; filename=logs-[\d-]+\.csv$/),
    'cache-control': 'no-store',
  })
  const [, ...rows] = parseCsv(answer.body)
  expect(rows).toHaveLength(2501)
  expect(rows[0]).toEqual([expect.any(String), 'info', 'bulk', "'=cmd()", '{}'])
  expect(rows.slice(1).map((row) => row[3])).toEqual(
    Array.from({ length: 2500 }, (_, n) => `Line ${2500 - n}`),
  )
  const told = await shop.call(logs.list, { query: { uid: user.id } }, { cookie })
  expect(told.body.logs[0]).toMatchObject({
    type: 'staff',
    message: 'Log exported',
    details: { by: user.username, filters: { source: 'bulk' } },
  })
  const few = await shop.app.inject({ url: `${url}&message=Line%2025`, headers: { cookie } })
  expect(parseCsv(few.body)).toHaveLength(13)
  // The application log is written after the response.
  await shop.call(logs.sources, {}, { cookie })
  expect(log).toEqual([])
})

test('one export at a time for each user, also after an aborted download', async () => {
  const [one, other] = await Promise.all([
    signIn(shop.app, { support: true }),
    signIn(shop.app, { admin: true }),
  ])
  const running = await exportLogs(shop.db, one.user.id, {})
  const begin = (cookie: string) =>
    shop.call(logs.export, { query: { uid: '1' } } as never, { cookie })
  const refused = await begin(one.cookie)
  expect([refused.status, refused.code]).toEqual([409, 'exporting_already'])
  const url = '/api/admin/logs/export?uid=1'
  const get = (cookie: string) => shop.app.inject({ url, headers: { cookie } })
  expect((await get(other.cookie)).statusCode).toBe(200)
  running.destroy()
  await expect.poll(async () => (await get(one.cookie)).statusCode).toBe(200)
})
