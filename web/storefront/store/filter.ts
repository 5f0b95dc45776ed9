import { mostListed } from '#contract/listed.ts'
import type { Product } from '#contract/products.ts'
import { fold } from '../fold.ts'
import { startingPrice } from '../prices.ts'

/** At its end the slider sets no limit: a shop may sell what costs more. */
export const highestPrice = 60

export type Filter = { search: string; maxPrice: number }

export const noFilter: Filter = { search: '', maxPrice: highestPrice }

/** Listed products whose name has every word of the search, up to the price. */
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

/** How many are shown of those that came. Of a larger shop the rest are not among them. */
export function tellCount(shown: number, came: number): string {
  const games = (count: number) => `${count} ${count === 1 ? 'game' : 'games'}`
  if (came < mostListed) return games(shown)
  const first = `the first ${games(came)}`
  return shown === came ? `${first[0]!.toUpperCase()}${first.slice(1)}` : `${shown} of ${first}`
}

/** The filter that an address of the store names; null where it names none. */
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
