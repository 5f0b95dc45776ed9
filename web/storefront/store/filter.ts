import type { Product } from '#contract/products.ts'

export const highestPrice = 60

export type Filter = { search: string; maxPrice: number }

export const noFilter: Filter = { search: '', maxPrice: highestPrice }

/** Listed products whose name has every word of the search, up to the price, in dollars. */
export function filterProducts(
  products: readonly Product[],
  { search, maxPrice }: Filter,
): Product[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return products.filter((product) => {
    const name = product.name.toLowerCase()
    return (
      !product.hidden && product.price <= maxPrice && words.every((word) => name.includes(word))
    )
  })
}
