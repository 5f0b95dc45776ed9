import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'

const secret = 'whsec_test'
const payload = JSON.stringify({ id: 'evt_1', type: 'plan.created', data: { object: {} } })

const shop = await fileFixture(
  openTestShop({
    env: {
      RATE_LIMITS: 'on',
      STRIPE_SECRET_KEY: 'sk_test',
      STRIPE_PUBLISHABLE_KEY: 'pk_test',
      STRIPE_WEBHOOK_SECRET: secret,
    },
  }),
)
const url = await shop.app.listen({ port: 0, host: '127.0.0.1' })

async function send(from: string, signedWith: string) {
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: signedWith })
  const response = await fetch(`${url}/api/webhooks/stripe`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'stripe-signature': signature,
      'x-forwarded-for': from,
    },
    body: payload,
  })
  await response.body?.cancel()
  return response.status
}

test('wrong signatures from one address are rate limited, and correct ones are always accepted', async () => {
  const forged = await Promise.all(Array.from({ length: 25 }, () => send('10.0.0.1', 'whsec_no')))
  expect(forged.toSorted()).toEqual([...Array(20).fill(400), ...Array(5).fill(429)])
  expect(await send('10.0.0.1', secret)).toBe(200)
  expect(await send('10.0.0.2', 'whsec_no')).toBe(400)

  const right = await Promise.all(Array.from({ length: 60 }, () => send('10.0.0.3', secret)))
  expect(new Set(right)).toEqual(new Set([200]))
  expect(await send('10.0.0.3', 'whsec_no')).toBe(400)
})
