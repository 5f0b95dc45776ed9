import type { Product } from '#contract/products.ts'

export type Featured = Pick<Product, 'id' | 'name' | 'price' | 'terms'>

/** The product that the operator features, if it is sold; without what its plans do not show. */
export function findFeatured(products: readonly Product[]): Featured | null {
  const product = products.find(({ featured, disabled }) => featured && !disabled)
  return product ? planned(product) : null
}

/** What the plans of a product are made from. */
export const planned = ({ id, name, price, terms }: Product): Featured => ({
  id,
  name,
  price,
  terms,
})
