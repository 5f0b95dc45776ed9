import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { staffSubscriptions } from '#contract/access/staff-subscriptions.ts'
import { subscriptions } from '#contract/access/subscriptions.ts'
import { devices } from '#contract/licensing/devices.ts'
import { orders } from '#contract/selling/orders.ts'
import { staffOrders } from '#contract/selling/staff-orders.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { reconcilePaid } from '#server/selling/payments/reconcile-paid.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'
import { disputing } from './testing/disputed.ts'

const counter = await fileFixture(openCounter())
const { db } = counter
const { buy, bank, dispute, stateOf, left, opening } = disputing(counter)

afterEach(async () => {
  await opening('freeze')
  await counter.reset()
})

const month = 30 * 86_400
const seen = async (bought: { order: string; cookie: string }) =>
  (await counter.call(orders.get, { params: { id: bought.order } }, bought)).body.dispute

test('stores a dispute with its reason, amount and due date, and freezes the time', async () => {
  const bought = await buy()
  expect(await left(bought.user.id, bought.product)).toBeGreaterThan(month - 60)
  await bank(bought, 'dispute', { amount: 12.5, reason: 'product_not_received', due: 9 })
  const row = await dispute(bought)
  expect(row).toMatchObject({
    state: 'needs_response',
    reason: 'product_not_received',
    network_reason: '10.4',
    amount_cents: 1250,
    opening: 'frozen',
    closed_at: null,
  })
  const days = (row.due_at!.getTime() - row.opened_at.getTime()) / 86_400_000
  expect(days).toBeCloseTo(9, 2)
  expect(await left(bought.user.id, bought.product)).toBe(0)
  const told = await seen(bought)
  expect(told).toMatchObject({ effect: 'frozen', lost: false, amount: 12.5 })
  expect(told!.kept).toBeGreaterThan(month - 60)
  // The dispute took a part, so the rest of the order continues.
  await bank(bought, 'dispute-lost')
  expect(await seen(bought)).toBeNull()
})

test('shows disputed time as on hold, not as expired', async () => {
  const bought = await buy()
  const query = { game_id: bought.product }
  const why = async () => (await counter.call(devices.why, { query }, bought)).body
  const run = async () => (await counter.call(subscriptions.list, {}, bought)).body[0]
  const staff = await signIn(counter.app, { support: true })
  const ofCustomer = { params: { uid: bought.user.id }, query: {} }
  const seenByStaff = async () =>
    (await counter.call(staffSubscriptions.list, ofCustomer, staff)).body.subscriptions[0]
  expect(await run()).toMatchObject({ held: false })
  expect(await seenByStaff()).toMatchObject({ held: false })
  await bank(bought, 'dispute')
  expect(await why()).toMatchObject({
    code: 'FROZEN',
    frozen_by: 'dispute',
    sentence: expect.stringContaining('disputed'),
  })
  expect(await run()).toMatchObject({ held: true })
  expect(await seenByStaff()).toMatchObject({ held: true })
  await bank(bought, 'dispute-won')
  expect((await why()).code).toBe('NO_DEVICE')
  expect(await run()).toMatchObject({ held: false })
})

test('the order shows staff the disputed part, and a refund takes only the rest', async () => {
  const staff = await signIn(counter.app, { support: true })
  const timeOf = async ({ order }: { order: string }) =>
    (await counter.call(staffOrders.get, { params: { id: order } }, staff)).body.time[0]!
  const bought = await buy()
  await bank(bought, 'dispute')
  const held = await timeOf(bought)
  expect(held).toMatchObject({ given: month, taken: 0 })
  expect(held.held).toBeGreaterThan(month - 60)
  await bank(bought, 'dispute-won')
  expect(await timeOf(bought)).toMatchObject({ given: month, taken: 0, held: 0 })

  const other = await buy()
  await bank(other, 'dispute')
  await bank(other, 'dispute-lost')
  const lost = await timeOf(other)
  expect(lost).toMatchObject({ given: month, held: 0 })
  expect(lost.taken).toBeGreaterThan(month - 60)
})

test('a lost dispute holds nothing', async () => {
  const bought = await buy()
  await bank(bought, 'dispute')
  await bank(bought, 'dispute-lost')
  const query = { game_id: bought.product }
  expect((await counter.call(devices.why, { query }, bought)).body.code).toBe('EXPIRED')
})

test('a renewal starts once the dispute is won, also if the dispute was reported before the payment', async () => {
  const { user, cookie } = await counter.customer()
  const product = await counter.addProduct()
  const items = [{ id: product, term_length: 1 as const, renew: true }]
  const { body } = await counter.buyByCard(cookie, items)
  const bought = { session: body.session_id }
  await counter.switches({ stripe: { webhooks: { lost: true } } })
  await bank(bought, 'confirm')
  await counter.switches({ stripe: { webhooks: { lost: false } } })
  await bank(bought, 'dispute')
  expect(await counter.statusOf(body.order_id)).toBe('disputed')
  await bank(bought, 'dispute-won')
  expect(await counter.statusOf(body.order_id)).toBe('finished')
  const renewals = await db
    .selectFrom('renewals')
    .select(['product_id', 'state'])
    .where('user_id', '=', user.id)
    .execute()
  expect(renewals).toEqual([{ product_id: product, state: 'on' }])
})

test('an order that is disputed before its payment is reported was paid, and has a receipt', async () => {
  const bought = await counter.newCardOrder()
  await counter.switches({ stripe: { webhooks: { lost: true } } })
  await bank(bought, 'confirm')
  await counter.switches({ stripe: { webhooks: { lost: false } } })
  await bank(bought, 'dispute')
  const { paid_at, name, evidence } = await db
    .selectFrom('orders')
    .innerJoin('documents', 'documents.order_id', 'orders.id')
    .innerJoin('disputes', 'disputes.order_id', 'orders.id')
    .select(['paid_at', 'name', 'evidence'])
    .where('orders.id', '=', bought.order)
    .executeTakeFirstOrThrow()
  expect(paid_at).not.toBeNull()
  expect(evidence).toMatchObject({
    service_date: paid_at!.toISOString().slice(0, 10),
    uncategorized_text: expect.stringContaining(name!),
  })
  // The dispute is lost, so the receipt is corrected and nothing is delivered.
  await bank(bought, 'dispute-lost')
  const made = db.selectFrom('documents').select('kind').where('order_id', '=', bought.order)
  expect(await made.orderBy('id').execute()).toEqual([{ kind: 'receipt' }, { kind: 'credit_note' }])
  expect(await counter.statusOf(bought.order)).toBe('disputed')
})

test('an inquiry freezes nothing, its dispute does, and a withdrawal returns the time', async () => {
  const bought = await buy()
  await bank(bought, 'dispute-warning')
  expect(await dispute(bought)).toMatchObject({ state: 'warning', opening: null })
  expect(await counter.statusOf(bought.order)).toBe('finished')
  expect(await left(bought.user.id, bought.product)).toBeGreaterThan(month - 60)
  await bank(bought, 'dispute-escalate')
  expect(await dispute(bought)).toMatchObject({ state: 'needs_response', opening: 'frozen' })
  expect(await left(bought.user.id, bought.product)).toBe(0)
  await bank(bought, 'dispute-won')
  expect(await dispute(bought)).toMatchObject({ state: 'won' })
  expect(await left(bought.user.id, bought.product)).toBeGreaterThan(month - 60)
  const inquired = await buy()
  await bank(inquired, 'dispute-warning')
  await bank(inquired, 'dispute-withdrawn')
  expect(await stateOf(inquired.order)).toBe('withdrawn')
  expect(await counter.ledger(inquired.user.id)).toEqual(['purchase 30'])
})

test('a won dispute returns the rest of the time and a lost one does not, with any setting', async () => {
  for (const setting of ['freeze', 'revoke', 'leave'] as const) {
    await opening(setting)
    const effect = { freeze: 'frozen', revoke: 'revoked', leave: 'left' }[setting]
    const [won, lost] = [await buy(), await buy()]
    for (const each of [won, lost]) {
      await bank(each, 'dispute')
      expect(await dispute(each)).toMatchObject({ opening: effect })
      const rest = await left(each.user.id, each.product)
      if (setting === 'leave') expect(rest).toBeGreaterThan(month - 60)
      else expect(rest).toBe(0)
    }
    await bank(won, 'dispute-won')
    await bank(lost, 'dispute-lost')
    expect(await left(won.user.id, won.product)).toBeGreaterThan(month - 60)
    expect(await seen(won)).toBeNull()
    expect(await left(lost.user.id, lost.product)).toBe(0)
    expect(await seen(lost)).toMatchObject({ effect, kept: 0, lost: true })
    // Wins the dispute on appeal.
    await bank(lost, 'dispute-won')
    expect(await stateOf(lost.order)).toBe('won')
    expect(await left(lost.user.id, lost.product)).toBeGreaterThan(month - 60)
  }
})

test('a dispute keeps the use of a code, and only a lost one releases it', async () => {
  for (const setting of ['freeze', 'revoke', 'leave'] as const) {
    await opening(setting)
    const disputed = async (code: string) => {
      const product = await counter.addProduct()
      await counter.addCode(product, code, { max_uses: 1 })
      const items = [{ id: product, term_length: 1 as const, discount: code }]
      const first = await counter.buyByCard((await counter.customer()).cookie, items)
      const bought = { session: first.body.session_id }
      await bank(bought, 'confirm')
      await bank(bought, 'dispute')
      expect(await counter.statusOf(first.body.order_id)).toBe('disputed')
      expect(await counter.usesOf(code), setting).toBe(1)
      const second = await counter.buyByCard((await counter.customer()).cookie, items)
      expect(second.code, setting).toBe('code_used_up')
      return bought
    }
    await bank(await disputed(`WON${setting.toUpperCase()}`), 'dispute-won')
    expect(await counter.usesOf(`WON${setting.toUpperCase()}`), setting).toBe(1)
    await bank(await disputed(`LOST${setting.toUpperCase()}`), 'dispute-lost')
    expect(await counter.usesOf(`LOST${setting.toUpperCase()}`), setting).toBe(0)
  }
})

test('purchases apart from the disputed order continue', async () => {
  const first = await buy()
  const second = await buy(first, first.product)
  await bank(first, 'dispute')
  expect(await left(first.user.id, first.product)).toBeCloseTo(month, -2)
  await bank(second, 'dispute')
  expect(await left(first.user.id, first.product)).toBe(0)
  await bank(first, 'dispute-won')
  expect(await left(first.user.id, first.product)).toBeCloseTo(month, -2)
  await bank(second, 'dispute-lost')
  expect(await left(first.user.id, first.product)).toBeCloseTo(month, -2)
})

test('repeated, late and unordered events count once', async () => {
  await counter.switches({ stripe: { webhooks: { copies: 2, reorder: true } } })
  const bought = await buy()
  await bank(bought, 'dispute')
  await bank(bought, 'dispute-won')
  await counter.session(bought.session, 'redeliver')
  await counter.work()
  expect(await stateOf(bought.order)).toBe('won')
  expect(await counter.ledger(bought.user.id)).toEqual(['purchase 30', 'freeze -30', 'unfreeze 30'])
  const told = await db
    .selectFrom('events')
    .select('type')
    .where('user_id', '=', bought.user.id)
    .where('type', 'in', ['dispute.opened', 'dispute.won', 'order.disputed'])
    .orderBy('id')
    .execute()
  expect(told.map(({ type }) => type)).toEqual(['order.disputed', 'dispute.opened', 'dispute.won'])
})

test('finds a dispute whose events were all lost', async () => {
  const bought = await buy()
  await counter.switches({ stripe: { webhooks: { lost: true } } })
  await bank(bought, 'dispute')
  expect(await counter.statusOf(bought.order)).toBe('finished')
  await counter.reset()
  await sql`delete from payment_reconciliations`.execute(db)
  await reconcilePaid(counter.shop, { underway: '-1 minute' })
  await counter.work()
  expect(await stateOf(bought.order)).toBe('needs_response')
  expect(await left(bought.user.id, bought.product)).toBe(0)
})

test('refunds automatically on a fraud warning up to the setting, once', async () => {
  const refunds = ({ order }: { order: string }) =>
    db
      .selectFrom('refunds')
      .select(['status', 'amount_cents', 'reason'])
      .where('order_id', '=', order)
  const kept = await buy()
  await bank(kept, 'fraud-warning')
  expect(await refunds(kept).execute()).toEqual([])
  await db.updateTable('settings').set({ fraud_refund_dollars: 20 }).execute()
  try {
    const back = await buy()
    await counter.switches({ stripe: { webhooks: { copies: 2 } } })
    await bank(back, 'fraud-warning')
    expect(await refunds(back).execute()).toEqual([
      { status: 'succeeded', amount_cents: 1999, reason: 'fraud' },
    ])
    expect(await counter.statusOf(back.order)).toBe('refunded')
    const told = (await counter.mailsTo(back.user.email)).filter(({ subject }) =>
      subject.startsWith('We refunded'),
    )
    expect(told.map(({ text }) => /Your card’s bank warned us/.test(text))).toEqual([true])
    const disputed = await buy()
    await counter.session(disputed.session, 'fraud-warning')
    await counter.session(disputed.session, 'dispute')
    await counter.work()
    expect(await refunds(disputed).execute()).toEqual([])
    expect(await counter.statusOf(disputed.order)).toBe('disputed')
  } finally {
    await db.updateTable('settings').set({ fraud_refund_dollars: 0 }).execute()
  }
})
