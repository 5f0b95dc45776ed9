import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { documents } from '#contract/selling/documents.ts'
import { orders } from '#contract/selling/orders.ts'
import { overview } from '#contract/shop/overview.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'
import { recheckRefunds } from '#server/selling/refunds/recheck.ts'
import { day, refundDesk } from '#server/selling/refunds/testing/bought.ts'
import { passTime } from '#server/selling/renewals/testing/pass-time.ts'
import { disputeDesk } from './testing/desk.ts'
import { disputing } from './testing/disputed.ts'

const counter = await fileFixture(openCounter())
const { db, call } = counter
const admin = await signIn(counter.app, { admin: true })
const { bank, dispute, say, stateOf, left, opening } = disputing(counter)
const { buy, held, look, refund, rows, mailsOf } = refundDesk(counter, admin)
const { read, accept, previewAccept } = disputeDesk(counter, admin)

afterEach(async () => {
  await opening('freeze')
  await counter.reset()
})

type Bought = Awaited<ReturnType<typeof buy>>

const buyTwo = () => buy({ products: 2 })
/** Returns the seconds of a month that correspond to this many cents of 1999. */
const shareOf = (cents: number) => Math.round((30 * day * cents) / 1999)
const seen = async (bought: Bought) =>
  (await call(orders.get, { params: { id: bought.order } }, bought)).body
const documentsOf = async (bought: Bought) =>
  (await call(documents.list, { params: { id: bought.order } }, bought)).body
const revenue = async () => (await call(overview.figures, {}, admin)).body.gross_total_revenue
const leftOf = ({ user, products }: Bought) =>
  Promise.all(products.map((product) => left(user.id, product)))
const decidedMails = async ({ user }: Bought) =>
  (await counter.mailsTo(user.email)).filter(({ subject }) => subject.includes('is decided'))
const lostEvents = ({ user }: Bought) =>
  db
    .selectFrom('events')
    .select('data')
    .where('user_id', '=', user.id)
    .where('type', '=', 'dispute.lost')
    .orderBy('id')
    .execute()

const hear = async (...told: Parameters<typeof say>) => {
  await say(...told)
  await counter.work()
}

test('a partly lost dispute takes its share of each item and of the figures, and the rest continues', async () => {
  const before = await revenue()
  const bought = await buyTwo()
  await bank(bought, 'dispute', { amount: 10 })
  expect(await leftOf(bought)).toEqual([0, 0])
  await bank(bought, 'dispute-lost')
  expect(await counter.statusOf(bought.order)).toBe('finished')
  for (const rest of await leftOf(bought)) expect(rest).toBeCloseTo(30 * day - shareOf(500), -2)
  expect(await held(bought.order)).toBe(2 * (30 * day - shareOf(500)))
  expect(await seen(bought)).toMatchObject({
    payment_status: 'finished',
    refunded: 10,
    dispute: null,
    refunds: [{ amount: 10, status: 'succeeded', by_bank: true }],
  })
  expect((await revenue()) - before).toBeCloseTo(29.98)
  expect((await documentsOf(bought)).slice(1)).toMatchObject([
    {
      kind: 'credit_note',
      total: -10,
      reason: 'Payment reversed by the bank',
      lines: [{ amount: -5 }, { amount: -5 }],
    },
  ])
})

test('the rest of the payment can be refunded, and no more', async () => {
  const bought = await buyTwo()
  await bank(bought, 'dispute', { amount: 10 })
  const items = bought.items.map((id) => ({ id, amount: 14.99 }))
  expect((await refund(bought.order, { items, left: 29.98 })).body).toMatchObject({
    code: 'payment_disputed',
  })
  await bank(bought, 'dispute-lost')
  const more = bought.items.map((id) => ({ id, amount: 15 }))
  expect((await refund(bought.order, { items: more })).body).toMatchObject({
    code: 'refund_too_much',
  })
  expect((await refund(bought.order, { items })).body).toMatchObject({ status: 'succeeded' })
  await counter.work()
  expect(await counter.statusOf(bought.order)).toBe('refunded')
  expect(await leftOf(bought)).toEqual([0, 0])
  const totals = (await documentsOf(bought)).map(({ total }) => total)
  expect(totals.reduce((sum, total) => sum + total, 0)).toBeCloseTo(0)
})

test('mails the customer and staff once about the lost part', async () => {
  const bought = await buyTwo()
  await bank(bought, 'dispute', { amount: 10 })
  await bank(bought, 'dispute-lost')
  await bank(bought, 'redeliver')
  const mails = await decidedMails(bought)
  expect(mails.map(({ subject }) => subject)).toEqual([
    'The dispute of your $10.00 payment is decided',
  ])
  expect(mails[0]!.text).toContain('The rest of the order continues')
  expect(await mailsOf(bought.user.id)).toEqual([])
  const { refunds, timeline, order } = await look(bought.order)
  expect(refunds).toMatchObject([{ by_bank: true, look_at: false, reason: null }])
  expect(order.payment_status).toBe('finished')
  const told = timeline.map(({ text }) => text)
  expect(told).toContain('The bank withdrew $10.00 in a dispute')
  expect(told).toContain('Partial dispute withdrawn by the bank')
  expect(told.filter((text) => /provider|Refund/.test(text))).toEqual([])
  // No job queries Stripe about it.
  await counter.switches({ stripe: { api: 'error' } })
  await db
    .updateTable('refunds')
    .set({ checked_at: new Date(0) })
    .execute()
  await recheckRefunds(db, counter.shop.card!)
  expect(await rows(bought.order)).toMatchObject([{ provider_id: null, asked_error: null }])
})

test('ends the renewals of the order, as a refund does', async () => {
  const { user, cookie } = await counter.customer()
  const product = await counter.addProduct()
  const item = { id: product, term_length: 1 as const, renew: true }
  const renewal = () =>
    db
      .selectFrom('renewals')
      .select(['state', 'ended_for'])
      .where('user_id', '=', user.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  const { body } = await counter.buyByCard(cookie, [item])
  const bought = { session: body.session_id }
  await bank(bought, 'confirm')
  await bank(bought, 'dispute', { amount: 5 })
  expect(await renewal()).toMatchObject({ state: 'held' })
  await bank(bought, 'dispute-lost')
  expect(await renewal()).toEqual({ state: 'ended', ended_for: 'refunded' })
})

test('a dispute that is reported only after its loss counts as paid, partly lost, and not renewing', async () => {
  const { user, cookie } = await counter.customer()
  const product = await counter.addProduct()
  const { body } = await counter.buyByCard(cookie, [{ id: product, term_length: 1, renew: true }])
  await counter.switches({ stripe: { webhooks: { lost: true } } })
  await counter.session(body.session_id, 'confirm')
  await counter.session(body.session_id, 'dispute', { amount: 5 })
  await counter.switches({ stripe: { webhooks: { lost: false } } })
  await bank({ session: body.session_id }, 'dispute-lost')
  expect(await counter.statusOf(body.order_id)).toBe('finished')
  expect(await left(user.id, product)).toBeCloseTo(30 * day - shareOf(500), -2)
  const renewals = db.selectFrom('renewals').select('state').where('user_id', '=', user.id)
  expect(await renewals.execute()).toEqual([{ state: 'ended' }])
  const mails = await counter.mailsTo(user.email)
  expect(mails.filter(({ subject }) => subject.includes('is decided'))).toHaveLength(1)
})

test('five reports in any order count once', async () => {
  await counter.switches({ stripe: { webhooks: { copies: 5, reorder: true } } })
  const bought = await buyTwo()
  await counter.session(bought.session, 'dispute', { amount: 10 })
  await counter.session(bought.session, 'dispute-lost')
  await counter.work()
  await counter.session(bought.session, 'redeliver')
  await counter.work()
  for (const told of ['lost', 'needs_response', 'lost', 'under_review', 'lost'] as const)
    await hear(bought, 'other', told, 300)
  expect(await rows(bought.order)).toMatchObject([{ amount_cents: 1000 }, { amount_cents: 300 }])
  expect(await counter.statusOf(bought.order)).toBe('finished')
  expect(await held(bought.order)).toBe(2 * 30 * day - 2 * shareOf(500) - 2 * shareOf(150))
  expect(await lostEvents(bought)).toMatchObject([
    { data: { part_cents: 1000 } },
    { data: { part_cents: 300 } },
  ])
})

test.each(['freeze', 'revoke', 'leave'] as const)(
  'with the setting %s, a part takes its share, also during another dispute',
  async (setting) => {
    await opening(setting)
    const bought = await buyTwo()
    const rest = 30 * day - shareOf(500)
    await hear(bought, 'first', 'needs_response', 1000)
    await hear(bought, 'second', 'needs_response', 800)
    await hear(bought, 'first', 'lost', 1000)
    expect(await seen(bought)).toMatchObject({
      payment_status: 'disputed',
      refunded: 10,
      dispute: { amount: 8, lost: false },
    })
    for (const each of await leftOf(bought))
      expect(each).toBeCloseTo(setting === 'leave' ? rest : 0, -2)
    // No mail may say that the order continues while it does not.
    expect(await decidedMails(bought)).toEqual([])
    await hear(bought, 'second', 'won', 800)
    expect(await counter.statusOf(bought.order)).toBe('finished')
    for (const each of await leftOf(bought)) expect(each).toBeCloseTo(rest, -2)
    expect(await held(bought.order)).toBe(2 * rest)
    const texts = (await decidedMails(bought)).map(
      ({ text }) => /The rest of the order continues|The payment stands/.exec(text)?.[0],
    )
    expect(texts.sort()).toEqual(['The payment stands', 'The rest of the order continues'])
  },
)

test('a share is that of the unused time, with or without another open dispute', async () => {
  for (const other of [false, true]) {
    const bought = await buyTwo()
    await passTime(db, bought.user.id, 20)
    await hear(bought, 'first', 'needs_response', 1000)
    if (other) await hear(bought, 'second', 'needs_response', 800)
    await hear(bought, 'first', 'lost', 1000)
    if (other) await hear(bought, 'second', 'won', 800)
    for (const rest of await leftOf(bought)) expect(rest).toBeCloseTo(10 * day - shareOf(500), -2)
  }
})

test('an appeal returns time, figures and the credit note', async () => {
  const bought = await buyTwo()
  await bank(bought, 'dispute', { amount: 10 })
  await bank(bought, 'dispute-lost')
  const lost = await revenue()
  await bank(bought, 'dispute-won')
  await bank(bought, 'redeliver')
  expect(await stateOf(bought.order)).toBe('won')
  expect(await held(bought.order)).toBe(2 * 30 * day)
  expect((await revenue()) - lost).toBeCloseTo(10)
  expect(await seen(bought)).toMatchObject({
    payment_status: 'finished',
    refunded: 0,
    refunds: [{ status: 'failed', by_bank: true }],
  })
  expect((await documentsOf(bought)).slice(1)).toMatchObject([
    { kind: 'credit_note', total: -10 },
    { kind: 'cancellation', total: 10, reason: 'The dispute was won' },
  ])
  expect(await mailsOf(bought.user.id)).toEqual([])
  expect((await decidedMails(bought)).length).toBe(2)
})

test('an appeal of a part also reopens an order that was lost completely', async () => {
  const bought = await buyTwo()
  await hear(bought, 'first', 'lost', 1000)
  await hear(bought, 'second', 'lost', 2998)
  expect(await seen(bought)).toMatchObject({ payment_status: 'disputed', dispute: { lost: true } })
  expect(await leftOf(bought)).toEqual([0, 0])
  await hear(bought, 'first', 'won', 1000)
  expect(await seen(bought)).toMatchObject({ payment_status: 'finished', refunded: 29.98 })
  expect(await held(bought.order)).toBe(2 * (30 * day - shareOf(1499)))
  const totals = (await documentsOf(bought)).map(({ total }) => total)
  expect(totals.reduce((sum, total) => sum + total, 0)).toBeCloseTo(10)
})

test('after a partial refund, a part of the rest is partial, and the whole rest is everything', async () => {
  const [part, all] = [await buyTwo(), await buyTwo()]
  for (const each of [part, all])
    await refund(each.order, { items: [{ id: each.items[0]!, amount: 9.99 }] })
  await bank(part, 'dispute', { amount: 20 })
  await bank(part, 'dispute-lost')
  expect(await seen(part)).toMatchObject({ payment_status: 'finished', refunded: 29.99 })
  // Split by the price left of each item: 10 and 19.99.
  const { refunds } = await look(part.order)
  expect(refunds[0]!.items.map(({ amount }) => amount)).toEqual([6.67, 13.33])
  await bank(all, 'dispute', { amount: 29.99 })
  await bank(all, 'dispute-lost')
  expect(await seen(all)).toMatchObject({
    payment_status: 'disputed',
    refunded: 9.99,
    dispute: { lost: true },
  })
  expect(await leftOf(all)).toEqual([0, 0])
})

test('losing the whole rest takes everything', async () => {
  const bought = await buyTwo()
  await bank(bought, 'dispute')
  await bank(bought, 'dispute-lost')
  expect(await counter.statusOf(bought.order)).toBe('disputed')
  expect(await rows(bought.order)).toEqual([])
  expect(await leftOf(bought)).toEqual([0, 0])
  expect(await lostEvents(bought)).toHaveLength(1)
  const [mail] = await decidedMails(bought)
  expect(mail!.text).toContain('nothing in it renews')
  expect(mail!.text).not.toContain('The rest of the order')
})

test('the preview of accepting a partial dispute shows what is lost and what stays', async () => {
  const bought = await buyTwo()
  await bank(bought, 'dispute', { amount: 10 })
  const { id } = await dispute(bought)
  const one = { params: { id: String(id) } }
  expect((await previewAccept(one)).body).toMatchObject({
    amount: 10,
    kept: 2 * shareOf(500),
    part: true,
    time: [],
    credit_note: { amount: 10 },
  })
  expect(await read(one)).toMatchObject({ state: 'needs_response', part: false })
  expect((await accept(one)).body).toMatchObject({ state: 'lost', part: true })
  expect(await counter.statusOf(bought.order)).toBe('finished')
})

test('the mail about an appeal says that renewals stay off, and has the date of its end', async () => {
  const bought = await buyTwo()
  await bank(bought, 'dispute', { amount: 10 })
  await bank(bought, 'dispute-lost')
  const { id } = await dispute(bought)
  const lost = (await read({ params: { id: String(id) } })).closed_at!
  await sql`update disputes set closed_at = closed_at - interval '9 days' where id = ${id}`.execute(
    db,
  )
  await bank(bought, 'dispute-won')
  expect(
    Date.parse((await read({ params: { id: String(id) } })).closed_at!),
  ).toBeGreaterThanOrEqual(Date.parse(lost))
  const [said, ...more] = (await decidedMails(bought)).filter(({ text }) => text.includes('stands'))
  expect(more).toEqual([])
  expect(said!.text).toContain('has changed its decision')
  expect(said!.text).not.toContain('continue as before')
})

test('the mail about a part says so, and what happens to the rest', async () => {
  const [part, whole] = [await buyTwo(), await buyTwo()]
  await bank(part, 'dispute', { amount: 10 })
  await bank(whole, 'dispute')
  const toldOf = async ({ user }: Bought) =>
    (await counter.mailsTo(user.email)).find(({ subject }) => subject.includes('is disputed'))!.text
  expect(await toldOf(part)).toContain('the rest of the order continues')
  expect(await toldOf(whole)).not.toContain('the rest of the order')
})

test('refuses to accept a part that does not fit next to an undecided refund', async () => {
  const bought = await buyTwo()
  await counter.switches({ stripe: { api: 'error' } })
  const items = bought.items.map((id) => ({ id, amount: 15 }))
  expect((await refund(bought.order, { items })).body).toMatchObject({ status: 'asked' })
  await counter.switches({ stripe: { api: 'ok' } })
  await bank(bought, 'dispute', { amount: 20 })
  const params = { id: String((await dispute(bought)).id) }
  expect(await previewAccept({ params })).toMatchObject({ status: 409, code: 'refund_undecided' })
  expect(await accept({ params })).toMatchObject({ status: 409, code: 'refund_undecided' })
  expect(await stateOf(bought.order)).toBe('needs_response')
})
