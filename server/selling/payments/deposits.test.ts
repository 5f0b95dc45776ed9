import fc from 'fast-check'
import { expect, test } from 'vitest'
import { orders } from '#contract/selling/orders.ts'
import { staffOrders } from '#contract/selling/staff-orders.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { worthOf } from './deposits.ts'
import { recheckPayments } from './reconcile.ts'
import { openCounter } from './testing/counter.ts'
import { passHour } from './testing/pass-hour.ts'

const counter = await fileFixture(openCounter())
const { call, db } = counter

async function orderAfter(...actions: string[]) {
  const placed = await counter.newCryptoOrder()
  for (const action of actions) {
    await counter.coins(placed.payment, action)
    await counter.work()
  }
  const { body } = await call(orders.get, { params: { id: placed.order } }, placed)
  return { ...placed, seen: body }
}

test.each([
  ['reported as finished, without the order number', 'deposit-little'],
  ['reported as partly paid, with the transferred amount as its price', 'deposit-own-price'],
])('a further transfer of 2 %%, %s, counts as 2 %%', async (_, deposit) => {
  const { user, order, seen, body } = await orderAfter('underpay', deposit)
  expect(seen.payment_status).toBe('partially_paid')
  expect(seen.missing?.arrived).toBeCloseTo(body.pay_amount! * 0.62, 6)
  expect(seen.missing?.pay_amount).toBeCloseTo(body.pay_amount! * 0.38, 6)
  expect(await counter.ledger(user.id)).toEqual([])
  expect(await counter.statusOf(order)).toBe('partially_paid')
})

test('a transfer of the missing part without the order number pays the order', async () => {
  const { user, seen } = await orderAfter('underpay', 'confirm')
  expect(seen).toMatchObject({ payment_status: 'finished', missing: null })
  expect(await counter.ledger(user.id)).toEqual(['purchase 30'])
})

test('a transfer of the missing part whose webhook is lost is found with the first payment', async () => {
  const { user, order, payment } = await orderAfter('underpay')
  await counter.switches({ nowpayments: { webhooks: { lost: true } } })
  await counter.coins(payment, 'confirm')
  await counter.switches({ nowpayments: { webhooks: { lost: false } } })
  await passHour(db, order)
  await recheckPayments(counter.shop)
  expect(await counter.statusOf(order)).toBe('finished')
  expect(await counter.ledger(user.id)).toEqual(['purchase 30'])
})

test.each([
  ['reported as finished', 'deposit-other-coin', { coins: 0.01, currency: 'ltc' }],
  ['in a status that the shop does not know', 'wrong-asset', { currency: 'btc' }],
])(
  'a transfer in another coin, %s, pays for nothing, and customer and staff are notified',
  async (_, action, told) => {
    const { user, cookie, order, seen } = await orderAfter(action)
    expect(seen).toMatchObject({ payment_status: 'waiting', unexpected: [told] })
    expect(await counter.ledger(user.id)).toEqual([])
    const mails = await counter.mailsTo(user.email)
    expect(mails.map(({ subject }) => subject)).toContain(
      'We are reviewing a payment for your Loadout order',
    )
    const admin = await signIn(counter.app, { admin: true })
    const { body } = await call(staffOrders.get, { params: { id: order } }, admin)
    expect(body.stuck).toContain('arrived that the order does not expect')
    expect((await call(staffOrders.waiting, {}, admin)).body.unexpected).toBeGreaterThan(0)

    // The payment can be read again without an error and is reported once.
    await db
      .updateTable('payments')
      .set({ checked_at: new Date(0) })
      .where('order_id', '=', order)
      .execute()
    await recheckPayments(counter.shop)
    await counter.work()
    expect(await counter.mailsTo(user.email)).toEqual(mails)
    const failed = await db
      .selectFrom('payment_events')
      .select('error')
      .where('error', 'is not', null)
      .execute()
    expect(failed).toEqual([])
    expect(
      (await call(orders.get, { params: { id: order } }, { cookie })).body.payment_status,
    ).toBe('waiting')
  },
)

test('an order can be paid in its own coin after a transfer in another coin', async () => {
  const { user, seen } = await orderAfter('deposit-other-coin', 'confirm')
  expect(seen.payment_status).toBe('finished')
  expect(await counter.ledger(user.id)).toEqual(['purchase 30'])
})

test('coins count at the exchange rate of their arrival, in any sequence of amounts and rates', () => {
  const rate = fc.record({
    cents: fc.integer({ min: 1, max: 100_000 }),
    coins: fc.double({ min: 1e-6, max: 1e4, noNaN: true }),
  })
  const seen = fc.array(fc.tuple(fc.double({ min: 0, max: 1e4, noNaN: true }), rate), {
    minLength: 1,
    maxLength: 6,
  })
  fc.assert(
    fc.property(seen, (steps) => {
      let stored = { worth: 0, coins: 0 }
      for (const [coins, at] of steps) stored = { worth: worthOf(stored, coins, at), coins }
      const dearest = Math.max(...steps.map(([, at]) => at.cents / at.coins))
      expect(stored.worth).toBeGreaterThanOrEqual(0)
      // Never more than at the best rate.
      expect(stored.worth).toBeLessThanOrEqual(stored.coins * dearest * (1 + 1e-9) + 1e-5)
    }),
  )
  expect(worthOf({ worth: 0, coins: 0 }, 0.3, { cents: 1999, coins: 0.3 })).toBe(1999)
})
