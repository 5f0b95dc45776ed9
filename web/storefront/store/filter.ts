import type { Product } from '#contract/catalogue/products.ts'
import { mostListed } from '#contract/wire/listed.ts'
import { fold } from '../fold.ts'
import { startingPrice } from '../prices.ts'

/**
 * The end of the slider, where it sets no limit, because a shop may have more expensive products.
 */
export const highestPrice = 60

export type Filter = { search: string; maxPrice: number }

export const noFilter: Filter = { search: '', maxPrice: highestPrice }

/**
 * Returns the listed products whose name contains every word of the search and whose price is at
 * most the limit.
 */
export function filterProducts(
  products: readonly Product[],
  { search, maxPrice }: Filter,
): Product[] {
  const words = fold(search).split(/\s+/).filter(Boolean)
  const limit = maxPrice === highestPrice ? Infinity : maxPrice
  return products.filter((product) => {
    const name = fold(product.name)
    return (
      !product.hidden &&
      startingPrice(product).price <= limit &&
      words.every((word) => name.includes(word))
    )
  })
}

/**
 * Says how many of the loaded products are shown. A larger shop has products that are not loaded.
 */
export function tellCount(shown: number, came: number): string {
  const games = (count: number) => `${count} ${count === 1 ? 'game' : 'games'}`
  if (came < mostListed) return games(shown)
  const first = `the first ${games(came)}`
  return shown === came ? `${first[0]!.toUpperCase()}${first.slice(1)}` : `${shown} of ${first}`
}

/** Returns the filter in a URL of the store, or null if it has none. */
export function readFilter(query: URLSearchParams): Filter | null {
  const search = query.get('q') ?? ''
  const price = Number(query.get('max') ?? highestPrice)
  const maxPrice =
    Number.isInteger(price) && price >= 0 && price < highestPrice ? price : highestPrice
  return search || maxPrice < highestPrice ? { search, maxPrice } : null
}

export function addressOf({ search, maxPrice }: Filter): string {
  const query = new URLSearchParams()
  if (search.trim()) query.set('q', search.trim())
  if (maxPrice < highestPrice) query.set('max', String(maxPrice))
  return query.size > 0 ? `/store?${query}` : '/store'
}
