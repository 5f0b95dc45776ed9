import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { disputing } from '#server/selling/disputes/testing/disputed.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'
import { disputedTime } from './disputed.ts'
import { grantTime } from './ledger.ts'

const counter = await fileFixture(openCounter())
const { db } = counter
const { buy } = disputing(counter)
const day = 86_400

type Entry = [cause: string, days: number]

/** A run that started ten days ago, with these entries and then a month whose payment is disputed. */
async function disputedRun(...before: Entry[]) {
  const customer = await counter.customer()
  const product = await counter.addProduct()
  const [userId, productId] = [customer.user.id, product]
  for (const [cause, days] of before)
    await grantTime(db, { userId, productId, seconds: days * day, cause: cause as 'grant' })
  const { order } = await buy(customer, product)
  const { rows } = await sql<{ run: number; item: number }>`
    update subscriptions
       set created_at = subscriptions.created_at - interval '10 days',
           ends_at = ends_at - interval '10 days'
      from time_entries join order_items on order_items.id = order_item_id
     where subscriptions.id = subscription_id and order_id = ${order}
    returning subscriptions.id as run, order_items.id as item`.execute(db)
  await sql`update orders set payment_status = 'disputed' where id = ${order}`.execute(db)
  return { ...rows[0]!, userId, productId }
}

type Run = Awaited<ReturnType<typeof disputedRun>>

/** Adds an entry to the ledger. Returns its id. */
async function enter({ run }: Run, [cause, days]: Entry, more: object = {}) {
  const { id } = await db
    .insertInto('time_entries')
    .values({ subscription_id: run, seconds: days * day, cause: cause as 'grant', ...more })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The disputed time of a run, in days from its start. */
async function disputedDays({ run }: Run) {
  const { rows } = await sql<{ from: number; to: number }>`
    select round(extract(epoch from lower(part) - run.created_at) / 86400, 3)::float8 as from,
           round(extract(epoch from upper(part) - run.created_at) / 86400, 3)::float8 as to
      from subscriptions as run, unnest(${disputedTime('run')}) as part where run.id = ${run}`.execute(
    db,
  )
  return rows.map(({ from, to }) => [from, to])
}

test('a freeze shortens disputed time, a release appends it, and a revocation cuts it', async () => {
  const run = await disputedRun()
  const item = { order_item_id: run.item }
  await enter(run, ['grant', 5])
  expect(await disputedDays(run)).toEqual([[0, 30]])
  await enter(run, ['freeze', -20], item)
  expect(await disputedDays(run)).toEqual([[0, 10]])
  await enter(run, ['unfreeze', 20], item)
  const apart = (to: number) => [
    [0, 10],
    [15, to],
  ]
  expect(await disputedDays(run)).toEqual(apart(35))
  await enter(run, ['freeze', -8], item)
  expect(await disputedDays(run)).toEqual(apart(27))
  await enter(run, ['revocation', -10])
  expect(await disputedDays(run)).toEqual(apart(17))
})

test('time added before disputed time is used first, and an undone gift does not count', async () => {
  const run = await disputedRun(['grant', 7])
  expect(await disputedDays(run)).toEqual([[7, 37]])
  const { id: entry_id } = await db
    .selectFrom('time_entries')
    .select('id')
    .where('subscription_id', '=', run.run)
    .where('cause', '=', 'grant')
    .executeTakeFirstOrThrow()
  const undone_entry_id = await enter(run, ['grant_back', -7])
  const undone = { undone_at: new Date(), undone_by: run.userId, undone_entry_id }
  await db
    .insertInto('time_gifts')
    .values({ entry_id, actor_id: run.userId, reason: 'Sorry', ...undone })
    .execute()
  expect(await disputedDays(run)).toEqual([[0, 30]])
})

test('disputed time is shorter by the grace days that it repaid', async () => {
  const run = await disputedRun(['grant', 5], ['grace', 3])
  expect(await disputedDays(run)).toEqual([[8, 35]])
})

test.each([
  [3, [12, 42]],
  [8, [7, 42]],
])('a pause of five days on day %i delays the time that follows it', async (at, expected) => {
  const run = await disputedRun(['grant', 7])
  const { rows } = await sql<{ id: number }>`
    insert into pauses (subscription_id, user_id, product_id, since, until)
    select id, user_id, product_id, created_at + make_interval(days => ${at}::int),
           created_at + make_interval(days => ${at + 5}::int)
      from subscriptions where id = ${run.run} returning id`.execute(db)
  await enter(run, ['pause', 5], { pause_id: rows[0]!.id })
  expect(await disputedDays(run)).toEqual([expected])
})
