import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { recheckPayments } from './reconcile.ts'
import { openCounter } from './testing/counter.ts'

const counter = await fileFixture(openCounter())

afterEach(() => counter.reset())

async function placeOrder() {
  const { body } = await counter.newCryptoOrder()
  await counter.work()
  return { order: body.order_id, payment: body.id }
}

const events = () =>
  counter.db
    .selectFrom('payment_events')
    .select(['type', 'worked_at', 'error'])
    .where('worked_at', 'is', null)
    .execute()

test('repeated webhooks of a finished payment do not query the provider again', async () => {
  const { order, payment } = await placeOrder()
  await counter.switches({ nowpayments: { webhooks: { lost: true } } })
  await counter.coins(payment, 'confirm')
  await counter.db
    .updateTable('payments')
    .set({ checked_at: new Date(0) })
    .where('id', '=', payment)
    .execute()
  await recheckPayments(counter.shop)
  expect(await counter.statusOf(order)).toBe('finished')

  await counter.reset()
  await counter.switches({ nowpayments: { api: 'error' } })
  await counter.coins(payment, 'redeliver')
  expect(await events()).toHaveLength(4)
  await counter.work()
  expect(await events()).toEqual([])

  // A notification with new data is checked with the provider.
  await counter.coins(payment, 'refund')
  await counter.work()
  expect(await events()).toEqual([{ type: 'refunded', worked_at: null, error: expect.any(String) }])
})

test('webhooks that arrive while a payment is processed wait a second and are processed together', async () => {
  const { order, payment } = await placeOrder()
  await sql`delete from graphile_worker._private_jobs`.execute(counter.db)
  await counter.db.deleteFrom('payment_events').execute()
  await counter.coins(payment, 'delay')
  const { rows } = await sql<{ id: string }>`
    update graphile_worker._private_jobs
       set locked_at = now(), locked_by = 'a worker', attempts = 1 returning id`.execute(counter.db)
  await counter.coins(payment, 'confirm')
  const { rows: jobs } = await sql<{ begun: boolean; waits: number }>`
    select locked_at is not null as begun,
           extract(epoch from run_at - created_at)::float8 as waits
      from graphile_worker.jobs order by id`.execute(counter.db)
  expect(jobs).toEqual([
    { begun: true, waits: 0 },
    { begun: false, waits: 1 },
  ])
  await sql`delete from graphile_worker._private_jobs where id = ${rows[0]!.id}`.execute(counter.db)
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(counter.db)
  await counter.work()
  expect(await counter.statusOf(order)).toBe('finished')
  expect(await events()).toEqual([])
})
