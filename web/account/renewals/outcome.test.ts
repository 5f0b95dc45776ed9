import { expect, test } from 'vitest'
import type { CardRenewal } from '#contract/access/card-renewal.ts'
import { outcomeOfChange } from './outcome.ts'

const card = { brand: 'visa', last4: '4242' }
const renewal = (state: CardRenewal['state']) => ({ state, card }) as CardRenewal

test('changing the card says that a payment was made only if one had failed before', () => {
  const said = (before: CardRenewal['state'], after: CardRenewal['state']) =>
    outcomeOfChange(renewal(before), renewal(after))
  expect(said('on', 'on')).toBe('The next charge will use Visa ••4242')
  expect(said('retrying', 'on')).toBe('Paid. The renewal continues.')
  expect(said('needs_action', 'on')).toBe('Paid. The renewal continues.')
  expect(said('retrying', 'charging')).toBe(
    'Your bank is still processing the payment. Check again in a few minutes.',
  )
  expect(said('on', 'stopping')).toBe('Saved. The renewal is off.')
  // The term is frozen, so the card is not charged now.
  expect(said('retrying', 'retrying')).toBe('Saved')
})
