import type { Product } from '#contract/catalogue/products.ts'
import { mostListed } from '#contract/wire/listed.ts'
import { fold } from '../fold.ts'
import { startingPrice } from '../prices.ts'

/**
 * The end of the slider, where it sets no limit, because a shop may have more expensive products.
 */
export const highestPrice = 60

const priceOf = (product: Product) => startingPrice(product).price

/** The ways to sort the store. Products that compare as equal stay in the operator's order. */
const orders = {
  featured: () => 0,
  popular: (a: Product, b: Product) => Number(b.popular) - Number(a.popular),
  price: (a: Product, b: Product) => priceOf(a) - priceOf(b),
  'price-desc': (a: Product, b: Product) => priceOf(b) - priceOf(a),
  name: (a: Product, b: Product) => a.name.localeCompare(b.name),
  newest: (a: Product, b: Product) => b.id - a.id,
}
export type Sort = keyof typeof orders

export type Filter = { search: string; maxPrice: number; category: string; sort: Sort }

export const noFilter: Filter = {
  search: '',
  maxPrice: highestPrice,
  category: '',
  sort: 'featured',
}

/** The number of active filters among those that a phone hides behind a button. */
export const countHidden = ({ maxPrice, category, sort }: Filter): number =>
  [maxPrice < highestPrice, category !== '', sort !== 'featured'].filter(Boolean).length

/**
 * Returns the listed products of the category whose name contains every word of the search and
 * whose price is at most the limit, in the chosen order.
 */
export function filterProducts(
  products: readonly Product[],
  { search, maxPrice, category, sort }: Filter,
): Product[] {
  const words = fold(search).split(/\s+/).filter(Boolean)
  const limit = maxPrice === highestPrice ? Infinity : maxPrice
  return products
    .filter((product) => {
      const name = fold(product.name)
      return (
        !product.hidden &&
        priceOf(product) <= limit &&
        (category === '' || product.category === category) &&
        words.every((word) => name.includes(word))
      )
    })
    .toSorted(orders[sort])
}

/** The categories of the listed products, sorted by name. */
export function categoriesOf(products: readonly Product[]): string[] {
  const all = products.flatMap(({ category, hidden }) => (category && !hidden ? category : []))
  return [...new Set(all)].sort((a, b) => a.localeCompare(b))
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
  const category = query.get('category') ?? ''
  const named = query.get('sort') ?? ''
  const sort = Object.hasOwn(orders, named) ? (named as Sort) : 'featured'
  const filter = { search, maxPrice, category, sort }
  return search || countHidden(filter) > 0 ? filter : null
}

export function addressOf({ search, maxPrice, category, sort }: Filter): string {
  const query = new URLSearchParams()
  if (search.trim()) query.set('q', search.trim())
  if (category) query.set('category', category)
  if (maxPrice < highestPrice) query.set('max', String(maxPrice))
  if (sort !== 'featured') query.set('sort', sort)
  return query.size > 0 ? `/store?${query}` : '/store'
}
