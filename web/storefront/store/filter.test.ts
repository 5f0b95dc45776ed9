import { expect, test } from 'vitest'
import type { Product } from '#contract/catalogue/products.ts'
import { mostListed } from '#contract/wire/listed.ts'
import {
  addressOf,
  categoriesOf,
  filterProducts,
  noFilter,
  readFilter,
  tellCount,
} from './filter.ts'

const product = (name: string, price: number, hidden = false, more = {}): Product => ({
  id: 1,
  slug: name,
  name,
  price,
  terms: [
    {
      ...{ months: 1, plan: '1m', popular: false, savings: 0 },
      ...{ price, list_price: price, regular_price: price },
    },
  ],
  sale: null,
  featured: false,
  category: null,
  popular: false,
  image: null,
  imageUrl: null,
  description: '',
  hidden,
  disabled: false,
  ...more,
})
const names = (products: Product[]) => products.map(({ name }) => name)
const shop = [
  product('Counter-Strike 2', 19.99),
  product('Apex Drift', 60),
  product('Titan Siege', 89),
  product('Ghost', 5, true),
]

test('without a filter every listed product is found, also one that costs more than the slider maximum', () => {
  expect(names(filterProducts(shop, noFilter))).toEqual([
    'Counter-Strike 2',
    'Apex Drift',
    'Titan Siege',
  ])
})

test('the search matches words in any order and case', () => {
  expect(names(filterProducts(shop, { ...noFilter, search: ' 2  counter' }))).toEqual([
    'Counter-Strike 2',
  ])
  expect(filterProducts(shop, { ...noFilter, search: 'counter drift' })).toEqual([])
})

test('a category shows only its products, and the categories of hidden products are not listed', () => {
  const all = [
    product('A', 1, false, { category: 'Racing' }),
    product('B', 1, false, { category: 'Puzzle' }),
    product('C', 1, true, { category: 'Secret' }),
    product('D', 1),
  ]
  expect(categoriesOf(all)).toEqual(['Puzzle', 'Racing'])
  expect(names(filterProducts(all, { ...noFilter, category: 'Racing' }))).toEqual(['A'])
})

test.each([
  ['featured', ['B', 'C', 'A']],
  ['popular', ['C', 'B', 'A']],
  ['price', ['C', 'A', 'B']],
  ['price-desc', ['B', 'C', 'A']],
  ['name', ['A', 'B', 'C']],
  ['newest', ['A', 'B', 'C']],
] as const)('sorting by %s leaves equal products in the operator’s order', (sort, order) => {
  const all = [
    product('B', 9, false, { id: 2 }),
    product('C', 5, false, { id: 1, popular: true }),
    product('A', 5, false, { id: 3 }),
  ]
  expect(names(filterProducts(all, { ...noFilter, sort }))).toEqual(order)
})

test('the maximum price itself is included', () => {
  expect(names(filterProducts(shop, { ...noFilter, maxPrice: 19.99 }))).toEqual([
    'Counter-Strike 2',
  ])
  expect(filterProducts(shop, { ...noFilter, maxPrice: 19 })).toEqual([])
})

test('the count of a shop with too many products says that only the first ones are searched', () => {
  expect([tellCount(0, 3), tellCount(1, 3), tellCount(3, 3)]).toEqual([
    '0 games',
    '1 game',
    '3 games',
  ])
  expect(tellCount(mostListed - 1, mostListed - 1)).toBe('499 games')
  expect(tellCount(mostListed, mostListed)).toBe('The first 500 games')
  expect(tellCount(12, mostListed)).toBe('12 of the first 500 games')
})

test('the search ignores accents', () => {
  const accented = [product('Zürich Nights', 5), product('Cafe\u0301 Racer', 5)]
  const found = (search: string) => names(filterProducts(accented, { ...noFilter, search }))
  expect(found('zurich')).toEqual(['Zürich Nights'])
  expect(found('CAFÉ')).toEqual(['Cafe\u0301 Racer'])
})

test('the URL of the store contains the filter, and without a filter it has no query', () => {
  expect(addressOf(noFilter)).toBe('/store')
  expect(addressOf({ ...noFilter, search: ' thaw & co ', maxPrice: 20 })).toBe(
    '/store?q=thaw+%26+co&max=20',
  )
  for (const filter of [
    { search: 'thaw & co', maxPrice: 20, category: 'R&D', sort: 'price-desc' },
    { ...noFilter, category: 'Shooter' },
    { ...noFilter, sort: 'newest' },
    { ...noFilter, search: 'x' },
    { ...noFilter, maxPrice: 0 },
  ] as const) {
    expect(readFilter(new URL(addressOf(filter), 'http://localhost').searchParams)).toEqual(filter)
  }
  for (const query of [
    'sort=x',
    'sort=toString',
    'category=',
    '',
    'max=1e9',
    'max=-1',
    'max=x',
    'max=1.5',
    'q=',
    'utm_source=a',
  ]) {
    expect(readFilter(new URLSearchParams(query))).toBeNull()
  }
})
