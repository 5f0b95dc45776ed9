import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { whenKeyIsFree } from './stripe-failures.ts'

const { StripeIdempotencyError } = Stripe.errors

test('a request is repeated only while another one uses its idempotency key', async () => {
  const failures = ['idempotency_key_in_use', 'idempotency_key_in_use', undefined]
  let asked = 0
  const ask = () =>
    whenKeyIsFree(async () => {
      const code = failures[asked]
      asked += 1
      if (asked <= failures.length)
        throw new StripeIdempotencyError({ type: 'idempotency_error', ...(code && { code }) })
      return 'the session'
    })
  await expect(ask()).rejects.toBeInstanceOf(StripeIdempotencyError)
  expect(asked).toBe(3)
  expect(await ask()).toBe('the session')
})
