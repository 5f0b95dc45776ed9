import { expect, test } from 'vitest'
import { brandName, shortCardName } from '#contract/selling/card-brand.ts'

test('formats known brands, and calls an unknown one a card', () => {
  expect(shortCardName({ brand: 'visa', last4: '4242' })).toBe('Visa ••4242')
  expect(brandName('amex')).toBe('American Express')
  expect(brandName('eftpos_au')).toBe('Card')
  expect(brandName(null)).toBe('Card')
})
