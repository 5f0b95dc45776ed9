import { expect, test } from 'vitest'
import type { CardRenewal } from '#contract/access/card-renewal.ts'
import { wordsOf } from './renewal-state.tsx'

test('a card that is not retried automatically is not called unusable, because paying now can succeed', () => {
  const failed = (next_try: string | null) =>
    ({
      ...{ state: 'retrying', product_name: 'Night Vision', price: 19.99, next_try },
      card: { brand: 'visa', last4: '4242' },
      ...{ gives_up: null, held_for: null, lent: 0, failure: 'Your card has insufficient funds.' },
    }) as CardRenewal
  expect(wordsOf(failed('2027-01-05T09:00:00Z')).said).toMatch(
    /^Renewal payment failed\. Next attempt /,
  )
  expect(wordsOf(failed(null)).said).toBe(
    'Renewal payment failed. This card is not retried automatically.',
  )
})

test('a failed renewal mentions the grace period only if there is one', () => {
  const failed = (lent: number) =>
    ({
      ...{ state: 'retrying', product_name: 'Night Vision', price: 19.99, next_try: null },
      ...{ card: { brand: 'visa', last4: '4242' }, gives_up: null, held_for: null, failure: null },
      lent,
    }) as CardRenewal
  expect(wordsOf(failed(3 * 86_400)).detail).toContain('a grace period of 3 days')
  expect(wordsOf(failed(0)).detail).not.toContain('grace')
})
