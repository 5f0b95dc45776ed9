import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { staffSubscriptions } from '#contract/access/staff-subscriptions.ts'
import { orders } from '#contract/selling/orders.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'
import { passTime } from '#server/selling/renewals/testing/pass-time.ts'
import { bitcoin, payoutDesk, transaction } from './testing/desk.ts'

const counter = await fileFixture(openCounter())
const { db } = counter
const admin = await signIn(counter.app, { admin: true })
const support = await signIn(counter.app, { support: true })
const desk = payoutDesk(counter, admin)

afterEach(() => counter.reset())

test('a crypto order is returned by offer, address, approval and transaction', async () => {
  const { user, order, body } = await desk.buy()
  const { id, ...offered } = (await desk.offer(order)).body
  expect(offered).toMatchObject({
    status: 'offered',
    kind: 'refund',
    amount: 19.99,
    network: 'btc',
  })
  expect(offered.coins).toBeCloseTo(body.pay_amount!, 8)
  expect((await desk.look(order)).refundable).toBeNull()
  await counter.work()
  const mailed = async (words: string) =>
    (await counter.mailsTo(user.email)).some(({ text }) => text.includes(words))
  expect(await mailed('the time that it paid for is revoked: Game ')).toBe(true)
  expect((await desk.give(id)).body).toMatchObject({
    ...{ status: 'offered', code_sent: true },
    takes: [expect.stringContaining('Game ')],
  })
  expect((await desk.confirm(id)).body).toMatchObject({ status: 'given', address: bitcoin })
  expect((await desk.effects(id)).body).toMatchObject({ amount: 19.99, whole: true })
  expect((await desk.approve(id)).body.status).toBe('approved')
  expect(await counter.ledger(user.id)).toEqual(['purchase 30'])
  expect((await desk.send(id)).body).toMatchObject({
    status: 'sent',
    transaction_url: `https://mempool.space/tx/${transaction}`,
  })
  await counter.work()
  expect(await mailed('The time that it paid for was revoked: 30 days of Game ')).toBe(true)
  expect(await counter.statusOf(order)).toBe('refunded')
  expect(await counter.ledger(user.id)).toEqual(['purchase 30', 'refund -30'])
  const credits = await db
    .selectFrom('documents')
    .select('id')
    .where('order_id', '=', order)
    .where('corrects_id', 'is not', null)
    .execute()
  expect(credits).toHaveLength(1)
  expect((await desk.done(id)).body.status).toBe('done')
  expect(await desk.mailsOf(user.id)).toEqual(['payout-offer', 'payout-code', 'payout-sent'])
  expect(await stepsOf(user.id)).toEqual([
    'Payout offered: {"status":null} {"status":"offered"}',
    'Payout approved: {"status":"given"} {"status":"approved"}',
    `Payout claimed: {"claimed_by":null} {"claimed_by":${admin.user.id}}`,
    'Payout sent: {"status":"approved"} {"status":"sent"}',
    'Payout arrived: {"status":"sent"} {"status":"done"}',
  ])
})

/** Log entries of staff actions, with the values before and after. */
async function stepsOf(userId: number) {
  const entries = await db
    .selectFrom('logs')
    .select(['message', 'details'])
    .where('user_id', '=', userId)
    .where('type', '=', 'staff')
    .where('message', 'like', 'Payout%')
    .orderBy('id')
    .execute()
  return entries.map(({ message, details }) => {
    const { before, after } = details as Record<string, unknown>
    return `${message}: ${JSON.stringify(before)} ${JSON.stringify(after)}`
  })
}

test('a partial payout revokes its share of the time, and payouts never exceed the payment', async () => {
  const { order } = await desk.buy()
  const first = await desk.offer(order, 9.99)
  const second = await desk.offer(order, 10)
  const { coins } = (await desk.look(order)).payments.map(({ actually_paid }) => ({
    coins: actually_paid!,
  }))[0]!
  expect(first.body.coins + second.body.coins).toBeLessThanOrEqual(coins)
  expect((await desk.offer(order, 0.01)).code).toBe('nothing_to_refund')
  await expect(
    db
      .insertInto('payouts')
      .values({
        ...{ order_id: order, kind: 'over', provider: 'nowpayments', currency: 'btc' },
        ...{ network: 'btc', coins: 0.0001, amount_cents: 100 },
      })
      .execute(),
  ).rejects.toMatchObject({ constraint: 'payouts_of_paid' })
})

test('a withdrawn payout can be offered again, and its link no longer works', async () => {
  const { order, user } = await desk.buy()
  const { id } = (await desk.offer(order)).body
  await desk.give(id)
  expect((await desk.withdraw(id)).body.status).toBe('withdrawn')
  expect((await stepsOf(user.id)).at(-1)).toBe(
    'Payout withdrawn: {"status":"offered"} {"status":"withdrawn"}',
  )
  expect((await desk.confirm(id)).code).toBe('payout_over')
  expect((await desk.read(id)).body.status).toBe('withdrawn')
  expect((await desk.look(order)).refundable?.left).toBe(19.99)
  expect((await desk.offer(order)).status).toBe(201)
})

test('an order shows its customer the payout, and requests no rest once the payout is approved', async () => {
  const { cookie, order } = await desk.buy('underpay')
  const seen = async () =>
    (await counter.call(orders.get, { params: { id: order } }, { cookie })).body
  expect(await seen()).toMatchObject({ missing: { amount: 8 }, payout: null })
  const { id, coins } = (await desk.rest(order)).body
  expect(await seen()).toMatchObject({
    missing: { amount: 8 },
    payout: { status: 'offered', kind: 'short', amount: 11.99, coins, currency: 'btc' },
  })
  await desk.given(id)
  await desk.approve(id)
  expect(await seen()).toMatchObject({
    payment_status: 'partially_paid',
    missing: null,
    payout: { status: 'approved' },
  })
  await desk.withdraw(id)
  expect(await seen()).toMatchObject({ missing: { amount: 8 }, payout: null })
})

test('of two concurrent approvals, sends or withdrawals only one succeeds', async () => {
  const { user, order } = await desk.buy()
  const { id } = (await desk.offer(order)).body
  await desk.given(id)
  const statuses = async (answers: Promise<{ status: number }>[]) =>
    (await Promise.all(answers)).map(({ status }) => status).toSorted()
  expect(await statuses([desk.approve(id), desk.approve(id), desk.approve(id)])).toEqual([
    200, 409, 409,
  ])
  await desk.claim(id)
  expect(await statuses([desk.sent(id), desk.sent(id), desk.withdraw(id)])).toEqual([200, 409, 409])
  await counter.work()
  const { status } = (await desk.read(id)).body
  const ledger = await counter.ledger(user.id)
  expect(ledger).toEqual(status === 'sent' ? ['purchase 30', 'refund -30'] : ['purchase 30'])
})

test('a payout that is confirmed and withdrawn at once ends in one of the two states', async () => {
  const { order } = await desk.buy()
  const { id } = (await desk.offer(order)).body
  await desk.give(id)
  const [confirmed, withdrawn] = await Promise.all([desk.confirm(id), desk.withdraw(id)])
  // Staff may withdraw the payout whichever request came first.
  expect(withdrawn.status).toBe(200)
  expect([200, 409]).toContain(confirmed.status)
  expect((await desk.read(id)).body.status).toBe('withdrawn')
  expect((await desk.look(order)).refundable?.left).toBe(19.99)
})

test('support can withdraw only payouts that it may offer', async () => {
  const [small, large] = [await desk.buy(), await desk.buy()]
  const within = (await desk.offer(small.order, 5)).body
  const above = (await desk.offer(large.order, 5.01)).body
  await db.updateTable('settings').set({ support_refund_dollars: 5 }).execute()
  const answers = [
    await desk.previewWithdraw(above.id, support),
    await desk.withdraw(above.id, support),
    await desk.previewWithdraw(within.id, support),
    await desk.withdraw(within.id, support),
  ]
  await db.updateTable('settings').set({ support_refund_dollars: 50 }).execute()
  const refused = [403, 'refund_above_limit']
  const done = [200, undefined]
  expect(answers.map(({ status, code }) => [status, code])).toEqual([refused, refused, done, done])
  expect((await desk.read(above.id)).body.status).toBe('offered')
})

test('support offers within its limit and approves nothing', async () => {
  const { order } = await desk.buy()
  const { id } = (await desk.offer(order, 5, support)).body
  await desk.given(id)
  expect((await desk.approve(id, bitcoin, support)).status).toBe(403)
  expect((await desk.sent(id, support)).status).toBe(403)
  // It may already be sent manually and would be offered a second time.
  await desk.approve(id)
  for (const refused of [await desk.previewWithdraw(id, support), await desk.withdraw(id, support)])
    expect(refused.code).toBe('payout_approved')
  // 5.00 of it is reserved until then.
  expect((await desk.look(order)).refundable?.left).toBe(14.99)
  expect((await desk.previewWithdraw(id)).body).toEqual({ again: 19.99 })
  expect((await desk.look(order)).refundable?.left).toBe(14.99)
  expect((await desk.withdraw(id)).body.status).toBe('withdrawn')
  expect((await desk.previewWithdraw(id)).code).toBe('payout_moved')
})

test('an offered payout counts towards the daily limit of support until it is withdrawn', async () => {
  const member = await signIn(counter.app, { support: true })
  await db.updateTable('settings').set({ support_daily_refund_dollars: 15 }).execute()
  const [one, two] = [await desk.buy(), await desk.buy()]
  const { id } = (await desk.offer(one.order, 10, member)).body
  expect((await desk.offer(two.order, 5.01, member)).code).toBe('refund_above_daily_limit')
  await desk.withdraw(id, member)
  expect((await desk.offer(two.order, 15, member)).status).toBe(201)
  await db.updateTable('settings').set({ support_daily_refund_dollars: 200 }).execute()
})

test('a payment that the provider has refunded is not paid out too', async () => {
  const { order } = await desk.buy()
  const { id } = (await desk.offer(order)).body
  await desk.given(id)
  const back = (status: 'refunded' | 'finished') =>
    db.updateTable('payments').set({ status }).where('order_id', '=', order).execute()
  await back('refunded')
  expect((await desk.approve(id)).code).toBe('paid_back_already')
  await back('finished')
  await desk.approve(id)
  await desk.claim(id)
  await back('refunded')
  expect((await desk.sent(id)).code).toBe('paid_back_already')
  expect((await desk.withdraw(id)).body.status).toBe('withdrawn')
})

test('the rest of an order counts at its own rate, and no surplus is made of a coin that fell', async () => {
  const sale = await counter.newCryptoOrder()
  const first = db
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', sale.order)
    .executeTakeFirstOrThrow()
  const { id: _, actually_paid, ...asked } = await first
  const half = asked.pay_amount! / 2
  await db
    .updateTable('payments')
    .set({ actually_paid: half, worth_cents: 999.5, status: 'partially_paid' })
    .where('order_id', '=', sale.order)
    .execute()
  // The coin has lost half of its value, so half of the amount takes as many coins.
  const rest = {
    ...{ amount_cents: 1000, pay_amount: 2 * half },
    ...{ actually_paid: 2 * half, worth_cents: 1000 },
  }
  await db
    .insertInto('payments')
    .values({ ...asked, ...rest, provider_id: randomUUID(), status: 'finished' })
    .execute()
  const paid = { payment_status: 'finished', paid_at: sql<Date>`now()` } as const
  await db.updateTable('orders').set(paid).where('id', '=', sale.order).execute()
  const { rest: offered, payouts } = await desk.list(sale.order)
  expect([offered, payouts]).toEqual([null, []])
  expect((await desk.rest(sale.order)).code).toBe('nothing_to_pay_out')
})

test('an order that was paid in two coins is not returned as one', async () => {
  const { order } = await desk.buy()
  const shown = await desk.look(order)
  await desk.payInAnotherCoin(order)
  expect((await desk.offer(order, undefined, undefined, shown)).code).toBe('several_coins')
})

test('the preview of a payout says how much time was used since the offer', async () => {
  const { user, order } = await desk.buy()
  await passTime(db, user.id, 24)
  // Six of thirty days are unused.
  const { id } = (await desk.offer(order, 4)).body
  const preview = async () => {
    const [time] = (await desk.effects(id)).body.time
    return [time!.seconds / 86_400, time!.used_since_offer! / 86_400].map(Math.round)
  }
  expect(await preview()).toEqual([6, 0])
  await passTime(db, user.id, 4)
  const back = sql<Date>`created_at - interval '4 days'`
  await db.updateTable('payouts').set({ created_at: back }).where('id', '=', id).execute()
  expect(await preview()).toEqual([2, 4])
  await passTime(db, user.id, 3)
  const more = sql<Date>`created_at - interval '3 days'`
  await db.updateTable('payouts').set({ created_at: more }).where('id', '=', id).execute()
  expect(await preview()).toEqual([0, 6])
})

test('time that staff gave since the offer does not count as used in its preview', async () => {
  const { user, order } = await desk.buy()
  await passTime(db, user.id, 24)
  const { id } = (await desk.offer(order)).body
  const product = await db
    .selectFrom('order_items')
    .select('product_id')
    .where('order_id', '=', order)
    .executeTakeFirstOrThrow()
  const gift = {
    params: { uid: String(user.id) },
    body: { id: randomUUID(), game_id: product.product_id, hours: 240, reason: 'Sorry' },
  }
  expect((await counter.call(staffSubscriptions.give, gift, admin)).status).toBe(201)
  await passTime(db, user.id, 9)
  const back = sql<Date>`created_at - interval '9 days'`
  await db.updateTable('payouts').set({ created_at: back }).where('id', '=', id).execute()
  const [time] = (await desk.effects(id)).body.time
  // Six days of the order were left at the offer. Seven of the sixteen days since are left now.
  expect([time!.seconds, time!.used_since_offer!].map((s) => Math.round(s / 86_400))).toEqual([
    7, 6,
  ])
})
