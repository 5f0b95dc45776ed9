import { expect, test } from 'vitest'
import { findFeatured, listPlanned } from './featured.ts'

const product = (id: number, more: object = {}) => ({
  id,
  slug: `p${id}`,
  name: `P${id}`,
  price: 10,
  terms: [],
  sale: null,
  image: null,
  imageUrl: null,
  description: '',
  hidden: false,
  disabled: false,
  featured: false,
  category: null,
  popular: false,
  ...more,
})

test('the featured product is shown, or the first product for sale if there is none', () => {
  const all = [product(1, { disabled: true }), product(2), product(3, { featured: true })]
  expect(findFeatured(all)?.id).toBe(3)
  expect(findFeatured(all.slice(0, 2))?.id).toBe(2)
  expect(findFeatured([product(4, { featured: true, disabled: true }), product(5)])?.id).toBe(5)
  expect(findFeatured(all.slice(0, 1))).toBeNull()
  expect(listPlanned(all).map(({ id }) => id)).toEqual([3, 2])
})
