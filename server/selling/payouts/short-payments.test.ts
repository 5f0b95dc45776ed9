import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { staffUsers } from '#contract/people/staff-users.ts'
import { staffOrders } from '#contract/selling/staff-orders.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { recheckPayments } from '#server/selling/payments/reconcile.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'
import { bitcoin, payoutDesk } from './testing/desk.ts'

const counter = await fileFixture(openCounter())
const { db } = counter
const admin = await signIn(counter.app, { admin: true })
const desk = payoutDesk(counter, admin)

afterEach(() => counter.reset())

const pass = (id: string) =>
  db
    .updateTable('payouts')
    .set({ expires_at: sql<Date>`now() - interval '1 second'` })
    .where('id', '=', id)
    .execute()

test('a short payment can be returned, until the rest arrives or the payout is approved', async () => {
  const paid = await desk.buy('underpay')
  const offer = (await desk.rest(paid.order)).body
  expect(offer).toMatchObject({ kind: 'short', status: 'offered', amount: 11.99 })
  await counter.coins(paid.payment, 'confirm')
  await counter.work()
  expect(await counter.statusOf(paid.order)).toBe('finished')
  expect((await desk.read(offer.id)).body.status).toBe('withdrawn')

  const back = await desk.buy('underpay')
  const { id } = (await desk.rest(back.order)).body
  await desk.given(id)
  await desk.approve(id)
  await counter.coins(back.payment, 'confirm')
  await counter.work()
  expect(await counter.statusOf(back.order)).toBe('partially_paid')
  await desk.send(id)
  expect(await counter.statusOf(back.order)).toBe('refunded')
  expect(await counter.ledger(back.user.id)).toEqual([])
  // Coins that arrived in the meantime are not lost.
  const again = (await desk.rest(back.order)).body
  expect(again).toMatchObject({ kind: 'short', status: 'offered', amount: 8 })
  expect((await desk.rest(back.order)).body.id).toBe(again.id)
})

test('a payout that the rest replaces is reported and loses its code, and with the account its address', async () => {
  const [late, gone] = [await desk.buy('underpay'), await desk.buy('underpay')]
  const offer = (await desk.rest(late.order)).body
  await desk.give(offer.id)
  await pass(offer.id)
  const given = (await desk.rest(gone.order)).body
  await desk.given(given.id)
  await counter.call(staffUsers.remove, { params: { uid: gone.user.id } }, admin)
  for (const { payment } of [late, gone]) await counter.coins(payment, 'confirm')
  await counter.work()
  const kept = await db
    .selectFrom('payouts')
    .select(['status', 'code_hash', 'address', 'memo'])
    .where('id', 'in', [offer.id, given.id])
    .orderBy('created_at')
    .execute()
  const ended = { status: 'withdrawn', code_hash: null, memo: null }
  expect(kept).toEqual([
    { ...ended, address: bitcoin },
    { ...ended, address: 'removed' },
  ])
  const told = await db
    .selectFrom('events')
    .select(sql<string>`data ->> 'payout'`.as('payout'))
    .where('type', '=', 'payout.withdrawn_by_shop')
    .where(sql<boolean>`data ->> 'payout' in (${offer.id}, ${given.id})`)
    .execute()
  expect(told.map(({ payout }) => payout).toSorted()).toEqual([offer.id, given.id].toSorted())
  // Nothing remains to be refunded for this order, so the customer is not invited to ask again.
  expect(await desk.mailsOf(late.user.id)).not.toContain('payout-over')
})

/** An underpaid order whose coins are to be returned: the payout is approved, but not sent. */
async function approvedPart() {
  const bought = await desk.buy('underpay')
  const { id } = (await desk.rest(bought.order)).body
  await desk.given(id)
  await desk.approve(id)
  return { ...bought, id }
}

test('an order that is paid in full before its first part is sent back stays finished', async () => {
  const { order, payment, user, id } = await approvedPart()
  await counter.coins(payment, 'deposit-again')
  await counter.work()
  expect(await counter.statusOf(order)).toBe('finished')
  expect((await desk.send(id)).body.status).toBe('sent')
  await counter.work()
  expect(await counter.statusOf(order)).toBe('finished')
  expect(await counter.ledger(user.id)).toEqual(['purchase 30'])
  expect((await desk.rest(order)).code).toBe('nothing_to_pay_out')
})

/** Pays 60 %, which is approved to be returned, then the whole price. Then the 60 % is sent. */
async function paidInFullAfterReturnedPart() {
  const bought = await approvedPart()
  await counter.coins(bought.payment, 'deposit-again')
  await counter.work()
  await desk.send(bought.id)
  return { ...bought, price: bought.body.pay_amount! }
}

test('coins that went back before the order was paid in full do not count in a part refund', async () => {
  const { order, price } = await paidInFullAfterReturnedPart()
  expect((await desk.offer(order, 10)).body.coins).toBeCloseTo((price * 10) / 19.99, 6)
})

test('the whole price of an order that was paid in full after a returned part goes back once', async () => {
  const { order, price } = await paidInFullAfterReturnedPart()
  const { status, body } = await desk.offer(order)
  expect(status).toBe(201)
  expect(body.coins).toBeCloseTo(price, 6)
  await desk.given(body.id)
  await desk.approve(body.id)
  await desk.send(body.id)
  expect(await counter.statusOf(order)).toBe('refunded')
  expect((await desk.list(order)).rest).toBeNull()
  expect((await desk.rest(order)).code).toBe('nothing_to_pay_out')
})

/** The subjects of the customer's mails, and whether staff are to review an unexpected payment. */
async function reviewOf(order: string, userEmail: string) {
  const subjects = (await counter.mailsTo(userEmail)).map(({ subject }) => subject)
  const query = { look: 'unexpected' as const }
  const { body } = await counter.call(staffOrders.search, { query }, admin)
  return {
    mails: subjects.filter((subject) => subject.startsWith('We are reviewing a payment')).length,
    isListed: body.orders.some(({ id }) => id === order),
    sentence: (await desk.look(order)).stuck,
  }
}
const returnedBefore = expect.stringContaining('after the money of this order was returned')

test('coins for an order that was refunded are reported and can be offered back', async () => {
  const { user, order, payment } = await desk.buy()
  const { id } = (await desk.offer(order)).body
  await desk.given(id)
  await desk.approve(id)
  await desk.send(id)
  await counter.work()
  expect(await reviewOf(order, user.email)).toEqual({ mails: 0, isListed: false, sentence: null })
  // A process with a fast clock has checked the first payment.
  const later = new Date(Date.now() + 3_600_000)
  await db
    .updateTable('payments')
    .set({ checked_at: later })
    .where('order_id', '=', order)
    .execute()
  await counter.coins(payment, 'deposit-again')
  await counter.work()
  const told = await db
    .selectFrom('events')
    .innerJoin('payments', (join) => join.on('provider_id', '=', sql<string>`data ->> 'payment'`))
    .select('parent_id')
    .where('type', '=', 'order.unexpected_payment')
    .where('order_id', '=', order)
    .execute()
  expect(told).toEqual([{ parent_id: payment }])
  const reported = { mails: 1, isListed: true, sentence: returnedBefore }
  expect(await reviewOf(order, user.email)).toEqual(reported)
  expect((await counter.call(staffOrders.waiting, {}, admin)).body.unexpected).toBeGreaterThan(0)
  expect((await desk.rest(order)).body).toMatchObject({ kind: 'over', amount: 19.99 })
  expect(await reviewOf(order, user.email)).toEqual({ mails: 1, isListed: false, sentence: null })
})

test('an order whose payment bought nothing leaves the list once a staff member has reviewed it', async () => {
  const { user, order, payment, id } = await approvedPart()
  await desk.send(id)
  await counter.work()
  await counter.coins(payment, 'deposit-again')
  await counter.work()
  const seen = (await desk.look(order)).review_at!
  const mark = (at: string) =>
    counter.call(staffOrders.reviewed, { params: { id: order }, body: { seen: at } }, admin)
  const earlier = new Date(Date.parse(seen) - 1).toISOString()
  expect(await mark(earlier)).toMatchObject({ status: 409, code: 'review_changed' })
  expect((await reviewOf(order, user.email)).isListed).toBe(true)
  expect((await mark(seen)).body).toMatchObject({ review_at: null, stuck: null })
  expect(await reviewOf(order, user.email)).toEqual({ mails: 1, isListed: false, sentence: null })
  // Another click, or a colleague's, changes nothing.
  expect((await mark(seen)).status).toBe(200)
  const entries = (await desk.look(order)).timeline.filter(({ text }) =>
    text.includes('Payment reviewed'),
  )
  expect(entries).toHaveLength(1)
  // Coins that arrive later need another review.
  await counter.coins(payment, 'deposit-again')
  await counter.work()
  expect((await reviewOf(order, user.email)).isListed).toBe(true)
})

test('a further transfer for an order that NOWPayments refunded can be offered back', async () => {
  const { order, payment } = await desk.buy('underpay')
  await counter.coins(payment, 'deposit-little')
  await counter.coins(payment, 'refund')
  await counter.work()
  expect(await counter.statusOf(order)).toBe('refunded')
  expect((await desk.list(order)).rest).toMatchObject({ kind: 'short' })
})

test('coins for an order whose part was returned are reported and can be offered back', async () => {
  const { user, order, payment, id } = await approvedPart()
  await desk.send(id)
  await counter.work()
  await counter.coins(payment, 'deposit-again')
  await counter.work()
  const reported = { mails: 1, isListed: true, sentence: returnedBefore }
  expect(await reviewOf(order, user.email)).toEqual(reported)
  expect((await desk.rest(order)).body).toMatchObject({ kind: 'short', amount: 19.99 })
  expect((await reviewOf(order, user.email)).isListed).toBe(false)
})

test('coins that arrive while a part is on its way back are reported', async () => {
  const { user, order, payment, id } = await approvedPart()
  await counter.coins(payment, 'confirm')
  await counter.work()
  expect(await reviewOf(order, user.email)).toMatchObject({ mails: 1, isListed: true })
  await desk.send(id)
  expect((await reviewOf(order, user.email)).isListed).toBe(true)
  await desk.rest(order)
  expect((await reviewOf(order, user.email)).isListed).toBe(false)
})

test('an order whose rest arrived during a payout of its first part is paid once the payout is withdrawn', async () => {
  const { order, payment, user, id } = await approvedPart()
  await counter.coins(payment, 'confirm')
  await counter.work()
  expect(await counter.statusOf(order)).toBe('partially_paid')
  // Simulates that days have passed, when the payment is queried only every few hours.
  const days = new Date(Date.now() - 5 * 86_400_000)
  await db
    .updateTable('payments')
    .set({ created_at: days, checked_at: new Date() })
    .where('order_id', '=', order)
    .execute()
  expect((await desk.withdraw(id)).status).toBe(200)
  await recheckPayments(counter.shop)
  await counter.work()
  expect(await counter.statusOf(order)).toBe('finished')
  expect(await counter.ledger(user.id)).toEqual(['purchase 30'])
})
