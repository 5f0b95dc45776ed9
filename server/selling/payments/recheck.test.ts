import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { ProviderRefused } from '#server/adapters/payments/payments.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { recheckPayments } from './reconcile.ts'
import { openCounter } from './testing/counter.ts'

const counter = await fileFixture(openCounter())

afterEach(() => counter.reset())

/** Backdates the last query of every payment. */
async function passTime({ over = false } = {}) {
  await counter.db
    .updateTable('payments')
    .set({ checked_at: new Date(Date.now() - 600_000) })
    .execute()
  if (over) await counter.db.updateTable('orders').set({ expires_at: new Date() }).execute()
}

test('the recheck settles a payment whose webhook was lost, once', async () => {
  const { user, order, session } = await counter.newCardOrder()
  await counter.switches({ stripe: { webhooks: { lost: true } } })
  await counter.session(session, 'confirm')
  await recheckPayments(counter.shop)
  expect(await counter.statusOf(order), 'asked about too early').toBe('waiting')
  await passTime()
  await Promise.all([recheckPayments(counter.shop), recheckPayments(counter.shop)])
  expect(await counter.statusOf(order)).toBe('finished')
  expect(await counter.ledger(user.id)).toEqual(['purchase 30'])
})

test('the recheck expires an overdue session at the provider, so that it cannot be paid', async () => {
  const { order, session } = await counter.newCardOrder()
  await passTime({ over: true })
  await recheckPayments(counter.shop)
  expect(await counter.statusOf(order)).toBe('expired')
  await expect(counter.session(session, 'confirm')).rejects.toThrow('expired')
})

test('a session that was paid just before its deadline counts as paid', async () => {
  const { order, session } = await counter.newCardOrder()
  await counter.switches({ stripe: { webhooks: { lost: true } } })
  await counter.session(session, 'confirm')
  await passTime({ over: true })
  await recheckPayments(counter.shop)
  expect(await counter.statusOf(order)).toBe('finished')
})

test('an order stays open, and is rechecked, if the provider refuses to expire its session', async () => {
  const { order } = await counter.newCardOrder()
  await passTime({ over: true })
  const card: typeof counter.shop.card = Object.assign(Object.create(counter.shop.card), {
    expireSession: async () => {
      throw new ProviderRefused('A payment is under way')
    },
  })
  const { db, crypto } = counter.shop
  await recheckPayments({ db, crypto, card })
  expect(await counter.statusOf(order)).toBe('waiting')
  await passTime()
  await recheckPayments(counter.shop)
  expect(await counter.statusOf(order)).toBe('expired')
})

test('while the provider is unreachable, nothing expires, and the recheck tries again later', async () => {
  const { order, session } = await counter.newCardOrder()
  await counter.session(session, 'confirm')
  await passTime({ over: true })
  await counter.switches({ stripe: { api: 'error' } })
  await recheckPayments(counter.shop)
  expect(await counter.statusOf(order)).toBe('waiting')
  await counter.reset()
  await passTime()
  await recheckPayments(counter.shop)
  expect(await counter.statusOf(order)).toBe('finished')
})

test('a payment that the provider does not know does not delay others', async () => {
  const unknown = await counter.newCardOrder()
  const other = await counter.newCardOrder()
  await counter.db
    .updateTable('payments')
    .set({ provider_id: 'cs_test_gone' })
    .where('order_id', '=', unknown.order)
    .execute()
  await counter.switches({ stripe: { webhooks: { lost: true } } })
  await counter.session(other.session, 'confirm')
  await passTime()
  await recheckPayments(counter.shop)
  expect(await counter.statusOf(other.order)).toBe('finished')
  expect(await counter.statusOf(unknown.order)).toBe('waiting')
  await passTime({ over: true })
  await recheckPayments(counter.shop)
  expect(await counter.statusOf(unknown.order)).toBe('expired')
})

/** Creates open orders whose sessions the provider does not know. */
async function openForgotten(count: number) {
  await sql`
    with buyers as (
      insert into users (username, email)
      select left(md5(random()::text || place), 20), md5(random()::text || place) || '@example.com'
        from generate_series(1, ${count}) as place
      returning id
    ), placed as (
      insert into orders (user_id, type, total_cents, expires_at, created_at)
      select id, 'card', 1999, now() + interval '1 hour',
             now() - row_number() over () * interval '1 minute'
        from buyers
      returning id
    )
    insert into payments (order_id, provider, provider_id, status, amount_cents, checked_at)
    select id, 'stripe', 'cs_test_' || id, 'waiting', 1999, now() - interval '1 day' from placed`.execute(
    counter.db,
  )
}

test('one recheck queries more than a hundred open orders, and a failing one delays no other', async () => {
  const [first, poisoned, last] = [
    await counter.newCardOrder(),
    await counter.newCardOrder(),
    await counter.newCardOrder(),
  ]
  await openForgotten(130)
  await counter.switches({ stripe: { webhooks: { lost: true } } })
  for (const { session } of [first, poisoned, last]) await counter.session(session, 'confirm')
  await sql`
    create function poison() returns trigger language plpgsql as $$
    begin raise exception 'poisoned'; end $$`.execute(counter.db)
  await sql`create trigger poison before update of payment_status on orders for each row
    when (new.id = '${sql.raw(poisoned.order)}') execute function poison()`.execute(counter.db)
  await passTime()
  await sql`update orders set created_at = now() - interval '5 days'
    where id in (${poisoned.order}, ${last.order})`.execute(counter.db)

  let [asking, most] = [0, 0]
  const { readSession } = counter.shop.card!
  const card = {
    ...counter.shop.card!,
    async readSession(id: string) {
      asking += 1
      most = Math.max(most, asking)
      return readSession(id).finally(() => {
        asking -= 1
      })
    },
  }
  const { rows: begun } = await sql<{ now: Date }>`select now()`.execute(counter.db)
  const run = recheckPayments({ ...counter.shop, card })
  await expect(run).rejects.toThrow(
    `1 payments could not be settled; the first: order ${poisoned.order}: poisoned`,
  )
  await sql`drop trigger poison on orders`.execute(counter.db)
  expect(await counter.statusOf(first.order)).toBe('finished')
  expect(await counter.statusOf(last.order)).toBe('finished')
  expect(await counter.statusOf(poisoned.order)).toBe('waiting')
  const { rows } = await sql`
    select from payments join orders on orders.id = order_id
     where payment_status = 'waiting' and checked_at < ${begun[0]!.now}`.execute(counter.db)
  expect(rows, 'not asked about').toEqual([])
  expect(most).toBeGreaterThan(1)
  expect(most).toBeLessThanOrEqual(6)
})

test('while one provider is unreachable, payments of the other are settled', async () => {
  const { user, body } = await counter.newCryptoOrder()
  await openForgotten(70)
  await counter.switches({ stripe: { api: 'error' }, nowpayments: { webhooks: { lost: true } } })
  await counter.coins(body.id, 'confirm')
  await passTime()
  await recheckPayments(counter.shop)
  expect(await counter.statusOf(body.order_id)).toBe('finished')
  expect(await counter.ledger(user.id)).toEqual(['purchase 30'])
})
