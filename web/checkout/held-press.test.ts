import { expect, test } from 'vitest'
import { differenceOf, type ShownPrice } from './held-press.ts'

const shown: ShownPrice = {
  total: 19.99,
  renewals: [{ id: 1, price: 19.99, discount: null, goes_on: false, running: null }],
  refused: ['This discount code does not exist'],
  settled: true,
  before: null,
  failed: null,
  retry() {},
}

test('the same price, with a refused code less, is what was seen', () => {
  expect(differenceOf(shown, { ...shown, settled: false })).toBeNull()
  expect(differenceOf(shown, { ...shown, refused: [] })).toBeNull()
})

test.each([
  [
    { refused: ['Your code is over'] },
    'Your code is over. Nothing has been charged. Please look again.',
  ],
  [
    { total: 17.99 },
    'The price has changed: it is $17.99 now. Nothing has been charged. Please look again.',
  ],
  [{ renewals: [] }, 'What renews has changed. Nothing has been charged. Please look again.'],
])('what was not seen is told: %o', (change, sentence) => {
  expect(differenceOf(shown, { ...shown, ...change })).toBe(sentence)
})
