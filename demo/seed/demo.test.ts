import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentOrder } from '#server/documents/make.ts'
import { type Database, openDatabase, transaction } from '#server/kernel/database.ts'
import { createTestDatabase } from '#server/kernel/testing/database.ts'
import { verifyPassword } from '#server/sessions/passwords.ts'
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

test('the three logins open', async () => {
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

test('the customer has time that runs and time that is over', async () => {
  const runs = await db
    .selectFrom('subscriptions')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['ends_at', 'term_length'])
    .where('username', '=', 'customer')
    .execute()
  const running = runs.filter(({ ends_at }) => ends_at.getTime() > Date.now())
  expect([running.length, runs.length - running.length]).toEqual([3, 2])
  expect(runs.every(({ term_length }) => term_length > 0)).toBe(true)
})

test('an incident was credited: a batch, a line in the ledger of its customer, and a mail on its way', async () => {
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

test('codes can be refused for every reason', async () => {
  const code = (name: string) =>
    db.selectFrom('discounts').selectAll().where('code', '=', name).executeTakeFirstOrThrow()
  expect((await code('SUMMERHEAT')).ends_at.getTime()).toBeLessThan(Date.now())
  expect((await code('FIRSTSNOW')).starts_at.getTime()).toBeGreaterThan(Date.now())
  expect(await code('FIRSTTEN')).toMatchObject({ max_uses: 10, used_count: 10 })
})

test('orders that were paid have their documents once the shop runs, one with a credit note', async () => {
  const { rows } = await sql<{ order: string }>`
    select payload ->> 'order' as order from graphile_worker._private_jobs
      join graphile_worker._private_tasks as task on task.id = task_id
     where task.identifier = 'documents.make'`.execute(db)
  const issuer = { shopName: 'Loadout', siteUrl: 'http://localhost', timeZone: 'UTC', test: true }
  for (const { order } of rows) await documentOrder(db, issuer, order)
  const made = await db.selectFrom('documents').select(['kind', 'total_cents']).execute()
  const kinds = made.map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind === 'receipt')).toHaveLength(8)
  expect(made.filter(({ kind }) => kind === 'credit_note')).toEqual([
    { kind: 'credit_note', total_cents: -500 },
  ])
  const unpaid = await db
    .selectFrom('orders')
    .select('id')
    .where('paid_at', 'is not', null)
    .where('total_cents', '>', 0)
    .where('id', 'not in', db.selectFrom('documents').select('order_id'))
    .execute()
  expect(unpaid).toEqual([])
})

test('staff find a dispute that was won', async () => {
  const disputes = await db.selectFrom('disputes').select(['state', 'answer']).execute()
  expect(disputes).toEqual([{ state: 'won', answer: 'submitted' }])
})
