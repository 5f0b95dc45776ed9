import { afterEach, expect, test } from 'vitest'
import { payments } from '#contract/payments.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openCounter } from './testing/counter.ts'

const counter = await fileFixture(openCounter())

afterEach(() => counter.reset())

test('a customer has at most three crypto orders open, however many are asked for at once', async () => {
  const { cookie } = await counter.customer()
  const product = await counter.addProduct()
  const items = [{ id: product, term_length: 1 as const }]
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => counter.buyByCrypto(cookie, items)),
  )
  const placed = answers.filter(({ status }) => status === 201)
  expect(placed).toHaveLength(3)
  for (const { status, detail } of answers.filter((answer) => !placed.includes(answer)))
    expect([status, detail]).toEqual([
      409,
      'You have 3 crypto payments open. Please pay or cancel one of them under Orders first.',
    ])
  const cancel = { params: { id: placed[0]!.body.order_id } }
  expect((await counter.call(payments.cancel, cancel, { cookie })).status).toBe(200)
  expect((await counter.buyByCrypto(cookie, items)).status).toBe(201)
})

test('a cancelled order gives its code back, and money that comes for it still counts', async () => {
  const { user, cookie, order, payment } = await counter.newCryptoOrder('btc', 'CANCELLED')
  expect(await counter.usesOf('CANCELLED')).toBe(1)
  const cancel = () => counter.call(payments.cancel, { params: { id: order } }, { cookie })
  expect((await cancel()).body).toMatchObject({ id: order, payment_status: 'expired' })
  expect(await counter.usesOf('CANCELLED')).toBe(0)
  expect([(await cancel()).status, (await cancel()).detail]).toEqual([
    409,
    'Only an order that waits for its payment in crypto can be cancelled',
  ])
  await counter.coins(payment, 'confirm')
  await counter.work()
  expect(await counter.statusOf(order)).toBe('finished')
  expect(await counter.ledger(user.id)).toEqual(['purchase 30'])
  expect(await counter.usesOf('CANCELLED')).toBe(1)
})

test('an order that coins have come for, or of somebody else, cannot be cancelled', async () => {
  const { cookie, order, payment } = await counter.newCryptoOrder()
  const stranger = await counter.customer()
  const cancel = (who: string) =>
    counter.call(payments.cancel, { params: { id: order } }, { cookie: who })
  expect((await cancel(stranger.cookie)).status).toBe(404)
  await counter.switches({ nowpayments: { webhooks: { lost: true } } })
  await counter.coins(payment, 'underpay')
  expect((await cancel(cookie)).status).toBe(409)
  expect(await counter.statusOf(order)).toBe('partially_paid')
})

test('while the provider is away an order can be cancelled all the same', async () => {
  const { cookie, order } = await counter.newCryptoOrder()
  await counter.switches({ nowpayments: { api: 'error' } })
  const answer = await counter.call(payments.cancel, { params: { id: order } }, { cookie })
  expect(answer.body.payment_status).toBe('expired')
})
