import type { Product } from '#contract/catalogue/products.ts'

export type Featured = Pick<Product, 'id' | 'name' | 'price' | 'terms'>

/**
 * The product that the operator features, or else the first product of the store. Only products for
 * sale count. Returns only the fields that its plans show.
 */
export function findFeatured(products: readonly Product[]): Featured | null {
  const sold = products.filter(({ disabled }) => !disabled)
  const product = sold.find(({ featured }) => featured) ?? sold[0]
  return product ? planned(product) : null
}

/** The fields of a product that its plans need. */
export const planned = ({ id, name, price, terms }: Product): Featured => ({
  id,
  name,
  price,
  terms,
})
