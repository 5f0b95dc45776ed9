import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { sentence as sentenceOf } from '#server/kernel/testing/sentence.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'
import { refundDesk } from './testing/bought.ts'

const counter = await fileFixture(openCounter())
const { db } = counter
const admin = await signIn(counter.app, { admin: true })
const { age, buy, look, mailsOf, preview, refund, rows } = refundDesk(counter, admin)

afterEach(() => counter.reset())

test('one of two concurrent refunds succeeds, and the other reports a conflict', async () => {
  const { order, items } = await buy()
  const part = { items: [{ id: items[0]!, amount: 12 }], left: 19.99 }
  const answers = await Promise.all([1, 2, 3, 4].map(() => refund(order, part)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  expect(answers.find(({ status }) => status === 409)!.code).toBe('refund_changed')
  expect(await rows(order)).toHaveLength(1)
})

test('the same refund sent twice counts once', async () => {
  const { order, items } = await buy()
  const id = randomUUID()
  const part = { id, items: [{ id: items[0]!, amount: 2 }], left: 19.99 }
  const answers = await Promise.all([1, 2, 3].map(() => refund(order, part)))
  expect(answers.map(({ status, body }) => [status, body.id])).toEqual(Array(3).fill([201, id]))
  expect(await rows(order)).toHaveLength(1)
  expect((await look(order)).refundable!.left).toBe(17.99)
})

test('refuses what a dispute, an amount or a role forbids, with its sentence', async () => {
  const support = await signIn(counter.app, { support: true })
  const { order, items, session } = await buy({ products: 2, months: 3 })
  const item = (amount: number, id = items[0]!) => ({ items: [{ id, amount }] })
  const refused = async (wanted: Parameters<typeof refund>[1], by = admin) => {
    const { status, detail } = await refund(order, wanted, by)
    return [status, detail]
  }
  const tooMuch = {
    loc: ['body', 'items', 0, 'amount'],
    msg: expect.stringMatching(/^At most \$53.97 can be refunded for Game/),
  }
  expect(await refused(item(54))).toEqual([422, [expect.objectContaining(tooMuch)]])
  expect((await refused(item(1, 999_999)))[0]).toBe(422)
  for (const amount of [0, -1, 0.001]) expect((await refused(item(amount)))[0]).toBe(422)
  expect(await refused(item(50.01), support)).toEqual([
    403,
    'Only administrators can refund more than $50',
  ])
  expect((await refused(item(30), support))[0]).toBe(201)
  // Earlier refunds count.
  expect((await refused(item(20.01, items[1]!), support))[0]).toBe(403)
  await age(order, 15)
  expect(await refused(item(1, items[1]!), support)).toEqual([
    403,
    'Only administrators can refund orders after 14 days',
  ])
  expect((await refused(item(1, items[1]!)))[0]).toBe(201)
  await counter.session(session, 'dispute')
  await counter.work()
  expect(await refused(item(1))).toEqual([409, sentenceOf('payment_disputed')])
  expect((await look(order)).refundable).toBeNull()
})

test('support cannot refund more than the daily limit, even with parallel requests', async () => {
  const member = await signIn(counter.app, { support: true })
  const bought = await Promise.all([1, 2, 3, 4, 5, 6].map(() => buy({ months: 3 })))
  const part = ({ items }: (typeof bought)[0], amount: number) => ({
    items: [{ id: items[0]!, amount }],
    left: 53.97,
  })
  const answers = await Promise.all(
    bought.map((each) => refund(each.order, part(each, 45), member)),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 403, 403])
  const refused = answers.find(({ status }) => status === 403)!
  expect([refused.code, refused.detail]).toEqual([
    'refund_above_daily_limit',
    'This refund exceeds your daily limit. Support may refund $200 in 24 hours, and you have $20 left. Refund less, wait, or ask an administrator.',
  ])
  const spared = bought[answers.indexOf(refused)]!
  expect((await preview(spared.order, part(spared, 20.01), member)).code).toBe(refused.code)
  expect((await refund(spared.order, part(spared, 20), member)).status).toBe(201)
  // The limit of one member does not apply to a colleague or an administrator.
  const last = bought[answers.findLastIndex(({ status }) => status === 403)]!
  expect((await refund(last.order, part(last, 1), member)).code).toBe(refused.code)
  const colleague = await signIn(counter.app, { support: true })
  expect((await refund(last.order, part(last, 1), colleague)).status).toBe(201)
  expect((await refund(last.order, { ...part(last, 20), left: 52.97 })).status).toBe(201)
  // Failed refunds and refunds of the day before do not count.
  const set = (values: { status: 'failed' } | { created_at: ReturnType<typeof sql<Date>> }) =>
    db
      .updateTable('refunds')
      .set(values)
      .where('order_id', '=', spared.order)
      .where('actor_id', '=', member.user.id)
      .execute()
  await set({ created_at: sql<Date>`now() - interval '24 hours'` })
  const rest = { ...part(last, 20), left: 32.97 }
  expect((await preview(last.order, rest, member)).status).toBe(200)
  await set({ created_at: sql<Date>`now()` })
  expect((await preview(last.order, rest, member)).code).toBe(refused.code)
  await set({ status: 'failed' })
  expect((await preview(last.order, rest, member)).status).toBe(200)
})

test('only card payments can be refunded this way', async () => {
  const { user, cookie } = await counter.customer()
  const product = await counter.addProduct()
  const crypto = await counter.buyByCrypto(cookie, [{ id: product, term_length: 1 }])
  await counter.coins(crypto.body.id, 'confirm')
  await counter.work()
  const open = await counter.buyByCard(cookie, [{ id: product, term_length: 1 }])
  const items = [{ id: 1, amount: 1 }]
  expect((await refund(crypto.body.order_id!, { items })).code).toBe('crypto_refund')
  expect((await refund(open.body.order_id, { items })).code).toBe('nothing_to_refund')
  expect((await preview(randomUUID(), { items })).code).toBe('unknown_order')
  // Crypto that its provider refunded is recorded on the current day.
  await counter.coins(crypto.body.id, 'refund')
  await counter.work()
  expect(await counter.statusOf(crypto.body.order_id!)).toBe('refunded')
  expect(await rows(crypto.body.order_id!)).toMatchObject([
    { amount_cents: 1999, status: 'succeeded', actor_id: null },
  ])
  expect(await mailsOf(user.id)).toEqual([])
})

test('offers no refund for payments without a card', async () => {
  const { order } = await buy()
  expect((await look(order)).refundable).not.toBeNull()
  const none = { provider_reference: null }
  await db.updateTable('payments').set(none).where('order_id', '=', order).execute()
  expect((await look(order)).refundable).toBeNull()
})

test('refuses the id of another refund, also in concurrent requests', async () => {
  const [one, two] = [await buy(), await buy()]
  const id = randomUUID()
  const ask = ({ order, items }: typeof one) =>
    refund(order, { id, items: [{ id: items[0]!, amount: 1 }] })
  const answers = await Promise.all([ask(one), ask(two)])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  expect(answers.find(({ status }) => status === 409)!.code).toBe('refund_id_used')
})

test('support cannot refund their own orders, and administrators can', async () => {
  const { user, cookie, order, items } = await buy()
  const part = { items: [{ id: items[0]!, amount: 1 }], take_time: false }
  const become = (roles: { support: boolean; admin: boolean }) =>
    db.updateTable('users').set(roles).where('id', '=', user.id).execute()
  await become({ support: true, admin: false })
  for (const ask of [refund, preview]) {
    const { status, code } = await ask(order, part, { ...admin, cookie })
    expect([status, code]).toEqual([403, 'own_order'])
  }
  await become({ support: false, admin: true })
  expect((await refund(order, part, { ...admin, cookie })).status).toBe(201)
})

test('a refund that the API key may not make fails with the missing permission', async () => {
  const { order, items } = await buy()
  await counter.switches({ stripe: { missingPermissions: ['refund_write'] } })
  const wanted = { items: [{ id: items[0]!, amount: 2 }], left: 19.99 }
  expect((await refund(order, wanted)).status).toBe(201)
  const [failed, ...others] = await rows(order)
  expect(others).toEqual([])
  expect(failed).toMatchObject({ status: 'failed' })
  expect((await look(order)).refunds[0]!.failure).toBe(
    'Stripe: The restricted API key lacks the permission refund (write). Edit the key at Stripe under Developers → API keys.',
  )
  await counter.reset()
  expect(await refund(order, wanted)).toMatchObject({ status: 201, body: { status: 'succeeded' } })
})
