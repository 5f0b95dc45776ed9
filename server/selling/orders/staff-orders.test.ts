import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { staffOrders } from '#contract/selling/staff-orders.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'
import { buyersAt } from './testing/buyers.ts'

const counter = await fileFixture(openCounter())
const { buyByCard, buyByCrypto, pay } = buyersAt(counter)
const support = await signIn(counter.app, { support: true })
afterEach(() => counter.reset())

const search = async (query: Record<string, unknown>) =>
  (await counter.call(staffOrders.search, { query } as never, support)).body
const found = async (query: Record<string, unknown>) =>
  (await search(query)).orders.map(({ id }) => id)

test('finds an order by any of its identifiers', async () => {
  const card = await buyByCard()
  await pay(card)
  const coins = await buyByCrypto()
  await counter.coins(coins.payment, 'confirm')
  await counter.work()
  const paid = await counter.db
    .selectFrom('payments')
    .selectAll()
    .where('order_id', 'in', [card.order, coins.order])
    .orderBy('id')
    .execute()
  const [byCard, byCoins] = paid
  expect(byCard).toMatchObject({ card_brand: 'visa', card_last4: '4242' })
  const texts = (order: string, ...given: (string | number | null)[]) =>
    given.map((text) => [String(text), order] as const)
  for (const [q, order] of [
    ...texts(card.order, card.order, card.order.slice(0, 8), `#${card.order.slice(0, 8)}`),
    ...texts(card.order, byCard!.provider_id, byCard!.provider_reference, byCard!.id, '4242'),
    ...texts(card.order, card.user.username, card.user.email.toUpperCase()),
    ...texts(card.order, card.code.toLowerCase(), `${card.user.email.split('@')[0]}@`),
    ...texts(coins.order, byCoins!.provider_id, byCoins!.pay_address, byCoins!.transaction_id),
  ])
    expect([q, await found({ q })]).toEqual([q, expect.arrayContaining([order])])
  expect(await found({ q: 'nobody-knows-this' })).toEqual([])
  expect(await found({ q: '%' })).toEqual([])
})

test('filters narrow the list, and totals count the matches', async () => {
  const card = await buyByCard()
  const uid = String(card.user.id)
  expect(await found({ uid })).toEqual([])
  expect(await found({ uid, status: 'waiting' })).toEqual([card.order])
  await pay(card)
  for (const filter of [
    { status: 'finished' },
    { method: 'card' },
    { product: String(card.product) },
    { code: card.code.toLowerCase() },
    { min: '20', max: '40' },
    { start_time: new Date(Date.now() - 60_000).toISOString() },
    { end_time: new Date(Date.now() + 60_000).toISOString() },
  ])
    expect([filter, await found({ uid, ...filter })]).toEqual([filter, [card.order]])
  for (const filter of [
    { status: 'refunded' },
    { method: 'crypto' },
    { product: '999999' },
    { code: 'NONE' },
    { min: '1000' },
    { max: '1' },
    { end_time: new Date(Date.now() - 60_000).toISOString() },
  ])
    expect([filter, await found({ uid, ...filter })]).toEqual([filter, []])
  const { total, paid, total_is_estimate } = await search({ uid })
  expect({ total, paid, total_is_estimate }).toEqual({
    total: 1,
    paid: 26.98,
    total_is_estimate: false,
  })
})

test('lists unpaid and refunded orders without counting them in the sum', async () => {
  const { user } = await counter.customer()
  await sql`insert into orders (user_id, type, total_cents, payment_status)
    select ${user.id}, 'crypto', 100, status
      from unnest(array['waiting', 'expired', 'failed', 'refunded', 'disputed', 'finished']) as status`.execute(
    counter.db,
  )
  expect(await search({ uid: String(user.id) })).toMatchObject({ total: 6, paid: 1 })
})

test.each(['-date', 'date'])(
  'pages sorted by %s are consecutive, also for orders of the same moment',
  async (sort) => {
    const { user } = await counter.customer()
    await sql`insert into orders (user_id, type, total_cents, created_at)
    select ${user.id}, 'crypto', at, now() - (at / 3) * interval '1 microsecond'
      from generate_series(1, 25) as at`.execute(counter.db)
    const seen: string[] = []
    let after: string | null = null
    do {
      const page: Awaited<ReturnType<typeof search>> = await search({
        uid: String(user.id),
        limit: 4,
        sort,
        ...(after && { after }),
      })
      seen.push(...page.orders.map(({ id }) => id))
      expect(page).toMatchObject({ total: 25, paid: 0 })
      after = page.next
    } while (after)
    const newestFirst = await found({ uid: String(user.id), limit: 100 })
    expect(newestFirst).toHaveLength(25)
    expect(seen).toEqual(sort === 'date' ? newestFirst.toReversed() : newestFirst)
  },
)

test('refuses a page after an unknown order', async () => {
  const query = { after: `1_${'-'.repeat(36)}`, limit: 4 }
  expect((await counter.call(staffOrders.search, { query }, support)).status).toBe(422)
})

test('exports all matches as CSV', async () => {
  const card = await buyByCard()
  await pay(card)
  const response = await counter.app.inject({
    url: `/api/admin/orders/export?uid=${card.user.id}`,
    headers: { cookie: support.cookie },
  })
  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8')
  const [head, line, end] = response.body.split('\r\n')
  expect(head).toContain(
    'Order,Time,Customer,Name,Status,Method,Total,Refunded,Products,Codes,Company',
  )
  expect(line).toMatch(
    new RegExp(`^${card.order},.*,finished,card,26.98,0.00,Game \\d+ \\(3 mo\\),${card.code},$`),
  )
  expect(end).toBe('')
})

test('a search that matches too many customers to search says so', async () => {
  await sql`insert into users (username, email)
    select 'many' || n, 'crowd.' || n || '@example.com' from generate_series(1, 50) as n`.execute(
    counter.db,
  )
  for (const q of ['many', 'crowd.'])
    expect(await search({ q })).toMatchObject({ more_found: true })
  expect(await search({ q: 'many12' })).toMatchObject({ more_found: false })
})

test('a search finds the customer of that name among many whose name contains it', async () => {
  await sql`insert into users (username, email)
    select 'x' || n || 'needle', 'x' || n || '@needle.example' from generate_series(1, 60) as n`.execute(
    counter.db,
  )
  const { user } = await signIn(counter.app)
  await counter.db
    .updateTable('users')
    .set({ username: 'needle' })
    .where('id', '=', user.id)
    .execute()
  const { id } = await counter.db
    .insertInto('orders')
    .values({ user_id: user.id, type: 'card', payment_status: 'finished', total_cents: 500 })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(await found({ q: 'needle' })).toEqual([id])
})

test('a search with too many matches says so, has no sum, and exports all', async () => {
  const { user } = await signIn(counter.app)
  await sql`
    insert into orders (user_id, type, payment_status, total_cents, paid_at)
    select ${user.id}, 'card', 'finished', 1999, now() from generate_series(1, 501)`.execute(
    counter.db,
  )
  const narrow = { q: user.username, method: 'card', limit: 10 }
  for (const query of [narrow, { ...narrow, status: 'refunded' }])
    expect(await search(query)).toMatchObject({ more_found: true, paid: null })
  const { total, more_found, paid } = await search({ uid: String(user.id) })
  expect({ total, more_found, paid }).toEqual({ total: 501, more_found: false, paid: 501 * 19.99 })
  const { body: exported } = await counter.app.inject({
    url: `/api/admin/orders/export?q=${user.username}`,
    headers: { cookie: support.cookie },
  })
  expect(exported.split('\r\n').filter((line) => line.includes(user.username))).toHaveLength(501)
})
