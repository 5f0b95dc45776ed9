import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { staffUsers } from '#contract/people/staff-users.ts'
import { orders } from '#contract/selling/orders.ts'
import { payouts } from '#contract/selling/payouts.ts'
import { staffOrders } from '#contract/selling/staff-orders.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { recheckPayments } from '#server/selling/payments/reconcile.ts'
import { settleCrypto } from '#server/selling/payments/settle-crypto.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'
import { passTime } from '#server/selling/renewals/testing/pass-time.ts'
import { withdrawLate } from './jobs.ts'
import { offerSurplus } from './over.ts'
import { bitcoin, otherBitcoin, payoutDesk, transaction } from './testing/desk.ts'

const counter = await fileFixture(openCounter())
const { db } = counter
const admin = await signIn(counter.app, { admin: true })
const support = await signIn(counter.app, { support: true })
const desk = payoutDesk(counter, admin)

afterEach(() => counter.reset())

const prefer = async (first_crypto: 'nowpayments' | 'btcpay') => {
  await db.updateTable('settings').set({ first_crypto }).execute()
  await expect.poll(() => counter.shop.settings().first_crypto).toBe(first_crypto)
}

const pass = (id: string) =>
  db
    .updateTable('payouts')
    .set({ expires_at: sql<Date>`now() - interval '1 second'` })
    .where('id', '=', id)
    .execute()

test('a crypto order goes back by offer, address, approval and transaction', async () => {
  const { user, order, body } = await desk.buy()
  const { id, ...offered } = (await desk.offer(order)).body
  expect(offered).toMatchObject({
    status: 'offered',
    kind: 'refund',
    amount: 19.99,
    network: 'btc',
  })
  expect(offered.coins).toBeCloseTo(body.pay_amount!, 8)
  expect((await desk.look(order)).refundable?.left).toBe(0)
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

/**
 * Returns the log entries of staff actions on the payouts of a customer, with the values before and
 * after.
 */
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

test('a part takes its part of the time, and parts never come to more than was paid', async () => {
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

test('what is withdrawn is free again, and its link is over', async () => {
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

test('only the customer of the order can open its payout, and only while it is offered', async () => {
  const { order, ...buyer } = await desk.buy()
  const open = async (by: { cookie: string }) => {
    const { status, code, body } = await counter.call(payouts.open, { params: { id: order } }, by)
    return { status, code, token: body?.token }
  }
  const over = { status: 409, code: 'payout_over' }
  expect(await open(buyer)).toMatchObject(over)
  const { id } = (await desk.offer(order)).body
  expect(await open(buyer)).toMatchObject({ status: 200, token: await desk.tokenOf(id) })
  expect(await open(await counter.customer())).toMatchObject(over)
  await pass(id)
  expect(await open(buyer)).toMatchObject(over)
})

test('after seven days the link is over and a job frees what was offered', async () => {
  const [late, beside] = [await desk.buy(), await desk.buy()]
  const { id } = (await desk.offer(late.order)).body
  const other = (await desk.offer(beside.order)).body.id
  await pass(id)
  expect((await desk.give(id)).code).toBe('payout_over')
  expect((await desk.read(id)).body.status).toBe('withdrawn')
  await withdrawLate(db)
  expect((await desk.look(late.order)).refundable?.left).toBe(19.99)
  expect((await desk.read(other)).body.status).toBe('offered')
})

test('whose offer ran out is told once how to have another, and whose was withdrawn is not', async () => {
  const [late, taken] = [await desk.buy(), await desk.buy()]
  const { id } = (await desk.offer(late.order)).body
  const other = (await desk.offer(taken.order)).body.id
  await counter.work()
  await desk.withdraw(other)
  await pass(id)
  await pass(other)
  await withdrawLate(db)
  await withdrawLate(db)
  await counter.work()
  expect(await desk.mailsOf(late.user.id)).toEqual(['payout-offer', 'payout-over'])
  expect(await desk.mailsOf(taken.user.id)).not.toContain('payout-over')
  expect((await desk.read(id)).body).toMatchObject({ status: 'withdrawn', ran_out: true })
  expect((await desk.read(other)).body).toMatchObject({ status: 'withdrawn', ran_out: false })
  const seen = async (of: typeof late) =>
    (await counter.call(orders.get, { params: { id: of.order } }, of)).body.payout
  expect(await seen(late)).toMatchObject({ status: 'withdrawn', ran_out: true })
  expect(await seen(taken)).toBeNull()
})

test('an address is checked, and once confirmed it stays', async () => {
  const { order } = await desk.buy()
  const { id } = (await desk.offer(order)).body
  expect((await desk.give(id, bitcoin.replace('ar0', 'ar9'))).code).toBe('wrong_address')
  expect((await desk.give(id, bitcoin, '12')).code).toBe('wrong_memo')
  await desk.give(id, otherBitcoin)
  const first = await desk.code(id)
  await desk.give(id)
  const second = await desk.code(id)
  if (first !== second) expect((await desk.confirm(id, first)).code).toBe('wrong_payout_code')
  expect((await desk.confirm(id)).body.address).toBe(bitcoin)
  expect((await desk.give(id, otherBitcoin)).code).toBe('address_settled')
  expect((await desk.confirm(id, second)).code).toBe('address_settled')
  expect((await desk.approve(id, otherBitcoin)).code).toBe('payout_moved')
})

test('a code is taken with the spaces that it was copied with', async () => {
  const { order } = await desk.buy()
  const { id } = (await desk.offer(order)).body
  await desk.give(id)
  const code = await desk.code(id)
  expect((await desk.confirm(id, ` ${code.slice(0, 3)} ${code.slice(3)}`)).body.status).toBe(
    'given',
  )
})

test('an order tells its customer what goes back, and asks for no rest once it is on its way', async () => {
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

test('a page confirms the address that it shows, not one that was given since', async () => {
  const { order } = await desk.buy()
  const { id } = (await desk.offer(order)).body
  await desk.give(id, otherBitcoin)
  await desk.give(id)
  const newest = await desk.code(id)
  expect((await desk.confirm(id, newest, otherBitcoin)).code).toBe('payout_address_moved')
  expect((await desk.read(id)).body).toMatchObject({ status: 'offered', address: bitcoin })
  expect((await desk.confirm(id, newest)).body).toMatchObject({ status: 'given', address: bitcoin })
})

test('a code is over after five wrong ones', async () => {
  const { order } = await desk.buy()
  const { id } = (await desk.offer(order)).body
  expect((await desk.confirm(id, '000000')).code).toBe('payout_code_over')
  await desk.give(id)
  const right = await desk.code(id)
  const wrong = right === '111111' ? '222222' : '111111'
  for (let n = 0; n < 5; n += 1)
    expect((await desk.confirm(id, wrong)).code).toBe('wrong_payout_code')
  expect((await desk.confirm(id, right)).code).toBe('payout_code_over')
})

test('of two who approve, send or withdraw at once one does', async () => {
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

test('an address that is confirmed while it is withdrawn is the one or the other', async () => {
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

test('support withdraws what it may offer, and no more', async () => {
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

test('a memo is one line without hidden marks', async () => {
  const { order } = await desk.buy()
  const stellar = { pay_currency: 'xlm', pay_network: 'xlm' }
  await db.updateTable('payments').set(stellar).where('order_id', '=', order).execute()
  const { id } = (await desk.offer(order)).body
  const address = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ'
  for (const memo of ['1\nAddress: of mine', '\u202e12', '1\u00072'])
    expect((await desk.give(id, address, memo)).status, memo).toBe(422)
  expect((await desk.give(id, address, ' 1042 ')).body.memo).toBe('1042')
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

test('what the provider has given back is not paid out as well', async () => {
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
  // The coin has lost half of its value, so the other half of the amount takes as many coins as the
  // whole did.
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

test('an order that was paid in two coins is not given back as one', async () => {
  const { order } = await desk.buy()
  const { id: _, ...first } = await db
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', order)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('payments')
    .values({ ...first, provider_id: randomUUID(), pay_currency: 'ltc' })
    .execute()
  expect((await desk.offer(order)).code).toBe('several_coins')
})

test('what was paid above the total is offered by itself, once', async () => {
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

test('what comes in after an order was finished is offered by itself, and not again once declined', async () => {
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

test('coins that the network has not confirmed are not given back', async () => {
  await prefer('btcpay')
  const over = await desk.buy()
  const short = await counter.newCryptoOrder()
  await prefer('nowpayments')
  await counter.coins(over.payment, 'delay-more')
  await counter.coins(short.payment, 'delay-part')
  await counter.work()
  // Staff check what is there, and the job runs as it does when an order finishes.
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

test('what came after a declined surplus was given back is offered once more', async () => {
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

test('what was paid too little is offered back, and gives way to the rest until it is approved', async () => {
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

test('a payout that gives way is told of, forgets its code, and its address with the account', async () => {
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
  // Nothing is to be refunded for this order any more, so the customer is not told to ask again.
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
  await counter.coins(payment, 'deposit-again')
  await counter.work()
  const reported = { mails: 1, isListed: true, sentence: returnedBefore }
  expect(await reviewOf(order, user.email)).toEqual(reported)
  expect((await counter.call(staffOrders.waiting, {}, admin)).body.unexpected).toBeGreaterThan(0)
  expect((await desk.rest(order)).body).toMatchObject({ kind: 'over', amount: 19.99 })
  expect(await reviewOf(order, user.email)).toEqual({ mails: 1, isListed: false, sentence: null })
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

test('an order whose rest came while the first part was to go back is paid once that is withdrawn', async () => {
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
