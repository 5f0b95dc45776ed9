import { expect, test } from 'vitest'
import type { Game } from '#contract/games.ts'
import { filterGames, noFilter } from './filter.ts'

const game = (name: string, price: number, hidden = false): Game => ({
  id: 1,
  slug: name,
  name,
  price,
  terms: [],
  featured: false,
  image: null,
  imageUrl: null,
  description: '',
  hidden,
  disabled: false,
})
const names = (games: Game[]) => games.map(({ name }) => name)
const shop = [game('Counter-Strike 2', 19.99), game('Apex Drift', 60), game('Ghost', 5, true)]

test('without a filter every listed game is found, the dearest included', () => {
  expect(names(filterGames(shop, noFilter))).toEqual(['Counter-Strike 2', 'Apex Drift'])
})

test('the search takes words in any order and case', () => {
  expect(names(filterGames(shop, { ...noFilter, search: ' 2  counter' }))).toEqual([
    'Counter-Strike 2',
  ])
  expect(filterGames(shop, { ...noFilter, search: 'counter drift' })).toEqual([])
})

test('the price bound includes its own value', () => {
  expect(names(filterGames(shop, { ...noFilter, maxPrice: 19.99 }))).toEqual(['Counter-Strike 2'])
  expect(filterGames(shop, { ...noFilter, maxPrice: 19 })).toEqual([])
})
