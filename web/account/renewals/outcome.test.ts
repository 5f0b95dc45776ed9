import { expect, test } from 'vitest'
import type { CardRenewal } from '#contract/renewals.ts'
import { outcomeOfChange } from './outcome.ts'

const card = { brand: 'visa', last4: '4242' }
const renewal = (state: CardRenewal['state']) => ({ state, card }) as CardRenewal

test('a card that is changed is said to have paid only what had failed before', () => {
  const said = (before: CardRenewal['state'], after: CardRenewal['state']) =>
    outcomeOfChange(renewal(before), renewal(after))
  expect(said('on', 'on')).toBe('The next charge goes to Visa ••4242')
  expect(said('retrying', 'on')).toBe('Paid. The renewal goes on.')
  expect(said('needs_action', 'on')).toBe('Paid. The renewal goes on.')
  expect(said('retrying', 'charging')).toBe('Your bank is still deciding. This page will tell.')
  expect(said('on', 'stopping')).toBe('Saved. The renewal is off')
  // The term is frozen, so the card is not charged now.
  expect(said('retrying', 'retrying')).toBe('Saved')
})
