import type { Product } from '#contract/products.ts'

export type Featured = Pick<Product, 'id' | 'name' | 'price' | 'terms'>

/**
 * The product that the operator features, or the first of the store; of those that are sold, and
 * without what its plans do not show.
 */
export function findFeatured(products: readonly Product[]): Featured | null {
  const sold = products.filter(({ disabled }) => !disabled)
  const product = sold.find(({ featured }) => featured) ?? sold[0]
  return product ? planned(product) : null
}

/** What the plans of a product are made from. */
export const planned = ({ id, name, price, terms }: Product): Featured => ({
  id,
  name,
  price,
  terms,
})
