import { expect, test } from 'vitest'
import { brandName, shortCardName } from '#contract/selling/card-brand.ts'

test('a brand is written as people do, and one that is not known is a card', () => {
  expect(shortCardName({ brand: 'visa', last4: '4242' })).toBe('Visa ••4242')
  expect(brandName('amex')).toBe('American Express')
  expect(brandName('eftpos_au')).toBe('Card')
  expect(brandName(null)).toBe('Card')
})
