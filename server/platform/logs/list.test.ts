import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { logs } from '#contract/platform/logs.ts'
import type { Input } from '#contract/wire/endpoint.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { type LogEntry, writeLog } from './log.ts'
import { staffEntry } from './staff.ts'

const shop = await fileFixture(openTestShop())
const staff = await signIn(shop.app, { support: true })

type Query = Partial<Input<typeof logs.list>['query']>
const list = (query: Query) => shop.call(logs.list, { query }, staff)
const write = (entry: LogEntry) => writeLog(shop.db, entry)
const messages = async (query: Query) => (await list(query)).body.logs.map(({ message }) => message)

test('lists entries with their user, newest first', async () => {
  const { user } = await signIn(shop.app)
  await write({ source: 'shape', message: 'First' })
  await write({
    source: 'shape',
    level: 'error',
    message: 'Second',
    details: { a: 1 },
    userId: user.id,
  })
  const { status, body } = await list({ source: 'shape' })
  expect(status).toBe(200)
  expect(body).toEqual({
    logs: [
      {
        id: expect.any(Number),
        created_at: expect.any(String),
        level: 3,
        type: 'shape',
        message: 'Second',
        details: { a: 1 },
        uid: user.id,
        username: user.username,
      },
      expect.objectContaining({ message: 'First', level: 0, uid: null, username: 'system' }),
    ],
    next: null,
    total: 2,
    total_is_estimate: false,
  })
  await shop.db
    .updateTable('users')
    .set({ deleted_at: new Date() })
    .where('id', '=', user.id)
    .execute()
  const [entry] = (await list({ uid: String(user.id) })).body.logs
  expect(entry?.username).toBe('Deleted user')
})

test('each filter narrows the list, also in combination', async () => {
  const { user } = await signIn(shop.app)
  const uid = String(user.id)
  const common = { source: 'narrow', userId: user.id }
  await write({ ...common, message: 'Order placed', details: { total: 5, type: 'card' } })
  await write({ ...common, level: 'error', message: '100%_done', details: { type: 'free' } })
  await write({ ...common, source: 'other', message: 'order refunded' })
  await write({ source: 'narrow', message: 'Nobody', details: { after: { banned: true } } })
  const { user: acting } = await signIn(shop.app, { support: true })
  await write(staffEntry(acting, { message: 'User banned' }))
  const cases: [Query, string[]][] = [
    [{ uid }, ['order refunded', '100%_done', 'Order placed']],
    [{ uid, source: 'narrow' }, ['100%_done', 'Order placed']],
    [{ uid, type: 'narrow' }, ['100%_done', 'Order placed']],
    [{ type: 'narrow', message: 'order' }, ['Order placed']],
    [{ uid, level: '3' }, ['100%_done']],
    [{ uid, level: '0', source: 'narrow' }, ['Order placed']],
    [{ uid, message: 'ORDER' }, ['order refunded', 'Order placed']],
    [{ uid, message: '%' }, ['100%_done']],
    [{ uid, message: '0_d' }, []],
    [{ uid, details: 'type:card' }, ['Order placed']],
    [{ uid, details: 'total:5' }, ['Order placed']],
    [{ uid, details: ' total : 5 ', message: 'placed' }, ['Order placed']],
    [{ uid, details: 'total:6' }, []],
    [{ source: 'narrow', details: 'after.banned:true' }, ['Nobody']],
    [{ by: String(acting.id) }, ['User banned']],
    [{ by: String(acting.id), message: 'order' }, []],
    [{ source: 'nothing of the kind' }, []],
    [{ uid: '99999999' }, []],
  ]
  for (const [query, expected] of cases) {
    const { body } = await list(query)
    expect([query, body.logs.map(({ message }) => message)]).toEqual([query, expected])
    expect(body).toMatchObject({ total: expected.length, total_is_estimate: false })
  }
})

test('a time range includes both ends', async () => {
  const at = (day: number) => new Date(Date.UTC(2020, 0, day)).toISOString()
  for (const day of [1, 2, 3, 4]) {
    await sql`insert into logs (created_at, level, type, message)
              values (${at(day)}, 0, 'time', ${`Day ${day}`})`.execute(shop.db)
  }
  const source = 'time'
  expect(await messages({ source, start_time: at(2), end_time: at(3) })).toEqual(['Day 3', 'Day 2'])
  expect(await messages({ source, start_time: at(4) })).toEqual(['Day 4'])
  expect(await messages({ end_time: at(1) })).toEqual(['Day 1'])
  // 24:00 is the end of the day, and thus the first moment of the next day.
  const days = { start_time: '2020-01-01T24:00:00Z', end_time: '2020-01-02T24:00:00.000Z' }
  expect(await messages({ source, ...days })).toEqual(['Day 3', 'Day 2'])
})

test('pages are consecutive, and only the reachable ones are offered', async () => {
  for (const n of [1, 2, 3, 4, 5]) await write({ source: 'paged', message: `Line ${n}` })
  expect(await messages({ source: 'paged', limit: 2 })).toEqual(['Line 5', 'Line 4'])
  expect(await messages({ source: 'paged', limit: 2, page: 2 })).toEqual(['Line 1'])
  expect((await list({ source: 'paged', limit: 2, page: 9 })).body).toEqual({
    logs: [],
    next: null,
    total: 5,
    total_is_estimate: false,
  })
  const far = await list({ page: 100, limit: 100 })
  expect([far.status, far.detail]).toEqual([400, expect.stringContaining('narrow the search')])
})

test('refuses invalid filters', async () => {
  const bad = [
    { level: '4' },
    { level: '' },
    { details: 'nocolon' },
    { details: ':x' },
    { start_time: 'yesterday' },
    { start_time: '2020-01-01T24:00:01Z' },
    { start_time: '2020-01-01T24:01:00Z' },
    { start_time: '2020-02-30T24:00:00Z' },
    { end_time: '2020-01-01T25:00:00Z' },
    { uid: '0' },
    { message: 'x'.repeat(201) },
    { limit: 101 },
  ]
  for (const query of bad)
    expect([query, (await list(query as never)).status]).toEqual([query, 422])
  expect((await list({ message: '\0', source: ' ' })).status).toBe(422)
})

test('lists each source once, in order', async () => {
  for (const source of ['zeta', 'alpha', 'zeta']) await write({ source, message: 'x' })
  const { sources, total } = (await shop.call(logs.sources, {}, staff)).body
  expect(sources).toEqual([...new Set(sources)].sort())
  expect(total).toBe(sources.length)
  expect(sources).toEqual(expect.arrayContaining(['alpha', 'zeta']))
})

test('a long log has estimated totals, and a rare entry is found in old pages', async () => {
  const long = await openTestShop()
  try {
    const { cookie } = await signIn(long.app, { admin: true })
    await sql`
      insert into logs (level, type, message, details)
        select 0, case when n % 2 = 0 then 'even' else 'odd' end,
               case when n in (5, 7) then 'Needle ' || n else 'Hay' end,
               case when n = 9 then '{"key": "unique"}' else '{"n": 1}'::jsonb end
          from generate_series(1, 60000) n`.execute(long.db)
    await sql`vacuum analyze logs`.execute(long.db)
    const ask = async (query: Query) => {
      const answer = await long.call(logs.list, { query }, { cookie })
      expect([query, answer.status, answer.detail]).toEqual([query, 200, undefined])
      return answer.body
    }
    for (const [query, about] of [
      [{}, 60_000],
      [{ source: 'even' }, 30_000],
      [{ message: 'hay' }, 60_000],
      [{ details: 'n:1' }, 60_000],
    ] as const) {
      const { total, total_is_estimate, logs } = await ask(query)
      expect([query, total_is_estimate, logs.length]).toEqual([query, true, 10])
      expect(total).toBeGreaterThan(about * 0.8)
      expect(total).toBeLessThan(about * 1.2)
    }
    const needles = await ask({ message: 'needle' })
    expect(needles.logs.map(({ message }) => message)).toEqual(['Needle 7', 'Needle 5'])
    expect(needles).toMatchObject({ total: 2, total_is_estimate: false })
    expect(await ask({ details: 'key:unique' })).toMatchObject({ total: 1 })
    expect(await ask({ message: 'needle', source: 'even' })).toMatchObject({ logs: [], total: 0 })
    expect(await ask({ message: 'needle', level: '3' })).toMatchObject({ logs: [], total: 0 })
    const some = { message: 'hay', source: 'odd', level: '0' } as const
    expect(await ask(some)).toMatchObject({ total_is_estimate: true })
    expect(await ask({ ...some, end_time: '2020-01-01T00:00:00.000Z' })).toMatchObject({ total: 0 })
    expect(await ask({ message: 'hay', page: 150, limit: 50 })).toMatchObject({
      logs: expect.arrayContaining([expect.objectContaining({ message: 'Hay' })]),
    })
  } finally {
    await long.close()
  }
})

test('searches messages that all differ', async () => {
  const long = await openTestShop()
  try {
    const { cookie } = await signIn(long.app, { admin: true })
    await sql`insert into logs (level, type, message)
              select 0, 'varied', 'Number ' || n from generate_series(1, 30000) n`.execute(long.db)
    await sql`vacuum analyze logs`.execute(long.db)
    const ask = async (query: Query) => {
      const answer = await long.call(logs.list, { query }, { cookie })
      expect([query, answer.status, answer.detail]).toEqual([query, 200, undefined])
      return answer.body
    }
    const many = await ask({ message: 'number' })
    expect(many.logs.map(({ message }) => message).slice(0, 2)).toEqual([
      'Number 30000',
      'Number 29999',
    ])
    expect(many.total_is_estimate).toBe(true)
    const deep = await ask({ message: 'number 1', page: 99, limit: 100 })
    expect(deep).toMatchObject({ total: 11_111, total_is_estimate: false })
    expect(deep.logs).toHaveLength(100)
    const few = await ask({ message: 'number 777', limit: 50 })
    expect(few.logs.map(({ message }) => message.slice(7)).sort()).toEqual(
      ['777', ...Array.from({ length: 10 }, (_, n) => `777${n}`)].sort(),
    )
    expect(few).toMatchObject({ total: 11, total_is_estimate: false })
  } finally {
    await long.close()
  }
})

test('a search that takes too long is stopped with advice', async () => {
  // The table lock delays the search as long as a slow one would take.
  await shop.db.transaction().execute(async (tx) => {
    await sql`lock table logs in access exclusive mode`.execute(tx)
    const { status, code } = await list({ message: 'anything' })
    expect([status, code]).toEqual([408, 'log_search_too_slow'])
  })
  expect((await list({ message: 'anything' })).status).toBe(200)
})
