import { expect, test } from 'vitest'
import { pagesToShow } from './pagination.tsx'

test.each([
  [1, 1, [1]],
  [1, 5, [1, 2, null, 5]],
  [3, 5, [1, 2, 3, 4, 5]],
  [5, 12, [1, null, 4, 5, 6, null, 12]],
  [4, 12, [1, 2, 3, 4, 5, null, 12]],
  [12, 12, [1, null, 11, 12]],
])('page %i of %i shows the first, last and neighbouring pages', (page, last, shown) => {
  expect(pagesToShow(page, last)).toEqual(shown)
})
