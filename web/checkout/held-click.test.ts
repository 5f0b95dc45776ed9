import { expect, test } from 'vitest'
import { differenceOf, type ShownPrice } from './held-click.ts'

const shown: ShownPrice = {
  total: 19.99,
  renewals: [{ id: 1, price: 19.99, discount: null, goes_on: false, running: null }],
  refused: ['This discount code does not exist'],
  settled: true,
  before: null,
  failed: null,
  retry() {},
}

test('an unchanged price is accepted, also if a code is no longer refused', () => {
  expect(differenceOf(shown, { ...shown, settled: false })).toBeNull()
  expect(differenceOf(shown, { ...shown, refused: [] })).toBeNull()
})

test.each([
  [
    { refused: ['Your code has expired'] },
    'Your code has expired. Nothing has been charged. Please review your order and try again.',
  ],
  [
    { total: 17.99 },
    'The price has changed to $17.99. Nothing has been charged. Please review your order and try again.',
  ],
  [
    { renewals: [] },
    'The renewal has changed. Nothing has been charged. Please review your order and try again.',
  ],
])('a change that the customer has not seen is reported: %o', (change, sentence) => {
  expect(differenceOf(shown, { ...shown, ...change })).toBe(sentence)
})
