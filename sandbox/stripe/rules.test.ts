import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunningSandbox } from '../main.ts'
import { startTestSandbox, startTestShop, type TestShop } from '../test-shop.ts'
import { testStripe } from './test-stripe.ts'

let shop: TestShop
let sandbox: RunningSandbox
let stripe: ReturnType<typeof testStripe>

beforeAll(async () => {
  shop = await startTestShop()
  sandbox = await startTestSandbox(shop)
  stripe = testStripe(sandbox, { timeout: 60_000 })
})
afterAll(async () => {
  await sandbox.stop()
  await shop.stop()
})

const payment = { amount: 500, currency: 'usd' }

test('an idempotency key remembers a refusal, but not parameters that are invalid', async () => {
  const idempotencyKey = 'one refund'
  const refund = (payment_intent: string) =>
    stripe.refunds.create({ payment_intent }, { idempotencyKey })
  const { id } = await stripe.paymentIntents.create(payment)
  await expect(refund(id)).rejects.toThrow('does not have a successful charge')
  await expect(refund(id)).rejects.toMatchObject({ headers: { 'idempotent-replayed': 'true' } })

  const options = { idempotencyKey: 'one payment' }
  await expect(
    stripe.paymentIntents.create({ ...payment, amount: 999_999_999 }, options),
  ).rejects.toThrow('Invalid integer')
  expect((await stripe.paymentIntents.create(payment, options)).status).toBe(
    'requires_payment_method',
  )
})

test('an idempotency key has at most 255 characters', async () => {
  const create = (length: number) =>
    stripe.customers.create({}, { idempotencyKey: 'k'.repeat(length) })
  await expect(create(256)).rejects.toThrow('255 characters or less')
  expect((await create(255)).object).toBe('customer')
})

test('too many requests are answered with 429', async () => {
  sandbox.switches.stripe.api = 'rate_limited'
  const { StripeRateLimitError } = (await import('stripe')).default.errors
  await expect(stripe.customers.list()).rejects.toThrow(StripeRateLimitError)
  sandbox.switches.stripe.api = 'ok'
})

test('an account has at most 16 webhook endpoints', async () => {
  const create = () =>
    stripe.webhookEndpoints.create({
      url: 'https://shop.example.com/api/webhooks/stripe',
      enabled_events: ['*'],
    })
  for (let made = 0; made < 16; made += 1) await create()
  await expect(create()).rejects.toThrow('maximum of 16 webhook endpoints')
})

test('events are listed by at most 20 types', async () => {
  const types = Array.from({ length: 21 }, () => 'charge.succeeded')
  await expect(stripe.events.list({ types })).rejects.toThrow('up to 20 event types')
})

test('what is expanded and empty is null', async () => {
  const { id } = await stripe.paymentIntents.create(payment)
  const intent = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
  expect(intent.latest_charge).toBeNull()
})

test('a session is priced in other currencies unless it says that it is not', async () => {
  const create = (more: object) =>
    stripe.checkout.sessions.create({
      ui_mode: 'elements',
      mode: 'payment',
      return_url: `${shop.url}/checkout/success`,
      line_items: [
        { price_data: { currency: 'usd', unit_amount: 500, product_data: { name: 'A game' } } },
      ],
      ...more,
    })
  expect((await create({})).adaptive_pricing).toEqual({ enabled: true })
  const fixed = await create({ adaptive_pricing: { enabled: false } })
  expect(fixed.adaptive_pricing).toEqual({ enabled: false })
})
