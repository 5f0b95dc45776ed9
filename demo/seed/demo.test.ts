import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase, transaction } from '#server/kernel/database/database.ts'
import { createTestDatabase } from '#server/kernel/testing/database.ts'
import { verifyPassword } from '#server/platform/sessions/passwords.ts'
import { isAddress } from '#server/selling/payouts/address.ts'
import { furnish } from './demo.ts'

let own: Awaited<ReturnType<typeof createTestDatabase>>
let db: Database

beforeAll(async () => {
  own = await createTestDatabase()
  db = openDatabase(own.url, 2)
  await transaction(db, (tx) => furnish(tx, new Map(), new Map()))
})

afterAll(async () => {
  await db.destroy()
  await own.drop()
})

test('the three demo users can sign in', async () => {
  const passwords = { admin: 'Admin1234', support: 'Support1234', customer: 'Customer1234' }
  for (const [username, password] of Object.entries(passwords)) {
    const user = await db
      .selectFrom('users')
      .selectAll()
      .where('username', '=', username)
      .executeTakeFirstOrThrow()
    expect(user.verified_at).not.toBeNull()
    expect([user.admin, user.support]).toEqual([username === 'admin', username === 'support'])
    expect(await verifyPassword(user.password_hash!, password)).toBe(true)
  }
})

test('one product is hidden and another disabled', async () => {
  const products = await db.selectFrom('products').select(['slug', 'hidden', 'disabled']).execute()
  expect(products.filter(({ hidden }) => hidden).map(({ slug }) => slug)).toEqual([
    'project-kestrel',
  ])
  expect(products.filter(({ disabled }) => disabled).map(({ slug }) => slug)).toEqual([
    'neon-parish',
  ])
})

test('the customer has active and expired subscriptions', async () => {
  const runs = await db
    .selectFrom('subscriptions')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['ends_at', 'term_length'])
    .where('username', '=', 'customer')
    .execute()
  const running = runs.filter(({ ends_at }) => ends_at.getTime() > Date.now())
  expect([running.length, runs.length - running.length]).toEqual([3, 4])
  expect(runs.every(({ term_length }) => term_length > 0)).toBe(true)
})

test('a compensated incident has a batch, a ledger entry of its customer and a queued mail', async () => {
  const batch = await db
    .selectFrom('credit_batches')
    .innerJoin('incidents', 'incidents.id', 'incident_id')
    .select(['credit_batches.id', 'credit_batches.state', 'incidents.state as incident'])
    .executeTakeFirstOrThrow()
  expect(batch).toMatchObject({ state: 'applied', incident: 'closed' })
  const lines = await db
    .selectFrom('time_entries')
    .innerJoin('subscriptions', 'subscriptions.id', 'subscription_id')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['seconds', 'cause'])
    .where('username', '=', 'customer')
    .where('cause', '=', 'credit')
    .execute()
  expect(lines).toEqual([{ cause: 'credit', seconds: 3.2 * 3600 }])
  const { rows } = await sql`
    select from graphile_worker._private_jobs as jobs
      join graphile_worker._private_tasks as tasks on tasks.id = task_id
     where identifier = 'credits.mail' and payload::jsonb @> ${JSON.stringify({ batch: batch.id })}::jsonb`.execute(
    db,
  )
  expect(rows).toHaveLength(1)
})

test('the demo has an expired, a future and a used-up discount code', async () => {
  const code = (name: string) =>
    db.selectFrom('discounts').selectAll().where('code', '=', name).executeTakeFirstOrThrow()
  expect((await code('SUMMERHEAT')).ends_at.getTime()).toBeLessThan(Date.now())
  expect((await code('FIRSTSNOW')).starts_at.getTime()).toBeGreaterThan(Date.now())
  expect(await code('FIRSTTEN')).toMatchObject({ max_uses: 10, used_count: 10 })
})

test('receipts have the dates of their orders, and credit notes the dates of their refunds', async () => {
  const made = await db
    .selectFrom('documents')
    .innerJoin('orders', 'orders.id', 'documents.order_id')
    .leftJoin('refunds', 'refunds.id', 'refund_id')
    .select(['series', 'kind', 'issued_at', 'documents.total_cents', 'paid_at', 'taken_at'])
    .orderBy('series')
    .orderBy('number')
    .execute()
  expect(made.filter(({ kind }) => kind === 'receipt')).toHaveLength(11)
  const credits = made.filter(({ kind }) => kind === 'credit_note')
  expect(credits.map(({ total_cents }) => total_cents < 0)).toEqual([true, true, true, true])
  for (const { issued_at, paid_at, taken_at } of made)
    expect(issued_at).toEqual(taken_at ?? paid_at)
  for (const series of ['TEST', 'TEST-CN']) {
    const days = made.flatMap((each) => (each.series === series ? [each.issued_at.getTime()] : []))
    expect(days).toEqual(days.toSorted((a, b) => a - b))
  }
  const undocumented = db
    .selectFrom('orders')
    .select('id')
    .where('paid_at', 'is not', null)
    .where('id', 'not in', db.selectFrom('documents').select('order_id'))
  expect(await undocumented.execute()).toEqual([])
})

test('the demo has a refund of each kind and a payout that waits for approval', async () => {
  const refunds = await db
    .selectFrom('refunds')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select(['refunds.status', 'payment_status', 'type'])
    .orderBy('refunds.created_at')
    .execute()
  expect(refunds.map(({ status, payment_status, type }) => [type, status, payment_status])).toEqual(
    [
      ['card', 'succeeded', 'refunded'],
      ['crypto', 'succeeded', 'refunded'],
      ['card', 'succeeded', 'finished'],
      ['card', 'pending', 'finished'],
    ],
  )
  const payouts = db.selectFrom('payouts').select(['kind', 'status', 'network', 'address'])
  const sent = await payouts.orderBy('created_at').execute()
  expect(sent).toMatchObject([
    { kind: 'refund', status: 'done' },
    { kind: 'over', status: 'given' },
  ])
  for (const { network, address } of sent) expect(isAddress(network, address!)).toBe(true)
  const { rows } = await sql<{ wrong: number }>`
    select count(*)::int as wrong from subscriptions
     where term_length <> (select sum(seconds) from time_entries
                            where subscription_id = subscriptions.id)`.execute(db)
  expect(rows).toEqual([{ wrong: 0 }])
})

test('the demo has a dispute that was won', async () => {
  const disputes = await db.selectFrom('disputes').select(['state', 'answer']).execute()
  expect(disputes).toEqual([{ state: 'won', answer: 'submitted' }])
})
