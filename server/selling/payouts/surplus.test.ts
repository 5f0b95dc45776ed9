import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { orders } from '#contract/selling/orders.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { settleCrypto } from '#server/selling/payments/settle-crypto.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'
import { offerSurplus } from './over.ts'
import { payoutDesk } from './testing/desk.ts'

const counter = await fileFixture(openCounter())
const { db } = counter
const admin = await signIn(counter.app, { admin: true })
const desk = payoutDesk(counter, admin)

afterEach(() => counter.reset())

const prefer = async (first_crypto: 'nowpayments' | 'btcpay') => {
  await db.updateTable('settings').set({ first_crypto }).execute()
  await expect.poll(() => counter.shop.settings().first_crypto).toBe(first_crypto)
}

test('a surplus is offered automatically, once', async () => {
  const { user, order, body } = await desk.buy('overpay')
  const [over] = (await desk.list(order)).payouts
  expect(over).toMatchObject({ kind: 'over', status: 'offered', by: null })
  expect(over!.coins).toBeCloseTo(body.pay_amount! * 0.25, 7)
  expect(await desk.mailsOf(user.id)).toEqual(['payout-offer'])
  expect((await desk.rest(order)).body.id).toBe(over!.id)
  await desk.given(over!.id)
  await desk.approve(over!.id)
  await desk.send(over!.id)
  expect(await counter.statusOf(order)).toBe('finished')
  expect(await counter.ledger(user.id)).toEqual(['purchase 30'])
})

test('a surplus of coins that arrived at different rates is left to staff', async () => {
  await prefer('btcpay')
  const { order, payment } = await desk.buy('underpay')
  await prefer('nowpayments')
  // The coin has risen by a quarter since the first transfer.
  await sql`update payments set worth_cents = worth_cents * 0.8 where order_id = ${order}`.execute(
    db,
  )
  await sql`update orders set expires_at = now() - interval '25 hours' where id = ${order}`.execute(
    db,
  )
  await counter.coins(payment, 'overpay')
  await counter.work()
  expect(await counter.statusOf(order)).toBe('finished')
  const { payouts: offered, rest } = await desk.list(order)
  expect(offered).toEqual([])
  expect(rest).toMatchObject({ kind: 'over', rates_differ: true })
  expect((await desk.rest(order)).body).toMatchObject({ status: 'offered' })
})

test('a surplus of coins that all arrived late, at one rate, is offered automatically', async () => {
  const { order, payment } = await counter.newCryptoOrder()
  await sql`update orders set expires_at = now() - interval '25 hours' where id = ${order}`.execute(
    db,
  )
  await counter.coins(payment, 'overpay')
  await counter.work()
  expect((await desk.list(order)).payouts).toMatchObject([{ kind: 'over', status: 'offered' }])
})

test('a surplus that is too small to be offered back is shown to the customer', async () => {
  const { cookie, order } = await desk.buy()
  const surplus = async () => {
    const { body } = await counter.call(orders.get, { params: { id: order } }, { cookie })
    return body.surplus
  }
  expect(await surplus()).toBe(null)
  const { pay_currency, pay_amount } = await db
    .updateTable('payments')
    .set({ actually_paid: sql`pay_amount * 1.02`, worth_cents: sql`amount_cents * 1.02` })
    .where('order_id', '=', order)
    .returning(['pay_currency', 'pay_amount'])
    .executeTakeFirstOrThrow()
  await offerSurplus(db, counter.shop.crypto, order)
  expect((await desk.list(order)).payouts).toEqual([])
  expect(await surplus()).toMatchObject({ amount: 0.39, currency: pay_currency })
  expect((await surplus())!.coins).toBeCloseTo(pay_amount! * 0.02, 7)
  // Staff can still offer it.
  expect((await desk.list(order)).rest).toMatchObject({ kind: 'over', amount: 0.39 })
  expect((await desk.rest(order)).body).toMatchObject({ status: 'offered', amount: 0.39 })
  expect(await surplus()).toBe(null)
})

test('coins that arrive after an order was finished are offered automatically, and not again once declined', async () => {
  await prefer('btcpay')
  const { user, order, payment, body } = await desk.buy()
  await prefer('nowpayments')
  expect((await desk.list(order)).payouts).toEqual([])
  await counter.coins(payment, 'pay-more')
  await counter.work()
  const [over] = (await desk.list(order)).payouts
  expect(over).toMatchObject({ kind: 'over', status: 'offered', by: null, amount: 4.99 })
  expect(over!.coins).toBeCloseTo(body.pay_amount! * 0.25, 7)
  expect(await desk.mailsOf(user.id)).toEqual(['payout-offer'])
  await desk.withdraw(over!.id)
  const lookAgain = async () => {
    const { provider_id } = await db
      .selectFrom('payments')
      .select('provider_id')
      .where('order_id', '=', order)
      .executeTakeFirstOrThrow()
    await settleCrypto(db, counter.shop.crypto.btcpay!, provider_id)
    await counter.work()
    return (await desk.list(order)).payouts.map(({ status, amount }) => [status, amount])
  }
  expect(await lookAgain()).toEqual([['withdrawn', 4.99]])
  // The amount is now higher than the one that staff have declined.
  await counter.coins(payment, 'pay-more')
  expect(await lookAgain()).toEqual([
    ['offered', 9.99],
    ['withdrawn', 4.99],
  ])
  expect(await lookAgain()).toHaveLength(2)
  expect(await counter.ledger(user.id)).toEqual(['purchase 30'])
})

test('coins that the network has not confirmed are not returned', async () => {
  await prefer('btcpay')
  const over = await desk.buy()
  const short = await counter.newCryptoOrder()
  await prefer('nowpayments')
  await counter.coins(over.payment, 'delay-more')
  await counter.coins(short.payment, 'delay-part')
  await counter.work()
  // Staff check the payments, and the job runs as it does when an order finishes.
  await offerSurplus(db, counter.shop.crypto, over.order)
  expect((await desk.list(over.order)).payouts).toEqual([])
  expect((await desk.rest(over.order)).code).toBe('nothing_to_pay_out')
  expect(await counter.statusOf(short.order)).toBe('partially_paid')
  expect((await desk.rest(short.order)).code).toBe('nothing_to_pay_out')
  // Now all of it is confirmed.
  await counter.coins(over.payment, 'pay-more')
  await counter.work()
  expect((await desk.list(over.order)).payouts).toMatchObject([{ kind: 'over', amount: 24.98 }])
})

test('coins that arrive after a returned surplus are offered again', async () => {
  await prefer('btcpay')
  const { order, payment } = await desk.buy()
  await prefer('nowpayments')
  const more = async () => {
    await counter.coins(payment, 'pay-more')
    await counter.work()
    return (await desk.list(order)).payouts
  }
  await desk.withdraw((await more())[0]!.id)
  const { id } = (await desk.rest(order)).body
  await desk.given(id)
  await desk.approve(id)
  await desk.send(id)
  expect(await more()).toMatchObject([
    { status: 'offered', amount: 5 },
    { status: 'sent' },
    { status: 'withdrawn' },
  ])
})
