import { expect, test } from 'vitest'
import type { Product } from '#contract/catalogue/products.ts'
import { factsOf } from './facts.ts'

const product = (id: number, price: number, more: object = {}) =>
  ({
    ...{ id, name: `G${id}`, disabled: false, popular: false },
    terms: [{ plan: '1m', price, list_price: price }],
    ...more,
  }) as unknown as Product
const down = (game_id: number) => ({ game_id, status: 'offline' }) as never

test('the facts count products for sale and name popular ones first', () => {
  const all = [1, 2, 3, 4].map((id) => product(id, 10 - id))
  const more = [product(5, 20, { popular: true }), product(6, 1, { disabled: true })]
  expect(factsOf([...all, ...more], [down(2), down(6)])).toMatchObject({
    ...{ names: ['G5', 'G1', 'G2'], games: 5, unaffected: 4 },
    from: { price: 6, month: true },
  })
  expect(factsOf([product(1, 5, { disabled: true })], [])).toBeNull()
})
