import type { Product } from '#contract/catalogue/products.ts'

export type Featured = Pick<Product, 'id' | 'name' | 'price' | 'terms'>

/** The maximum number of products whose plans can be chosen. The store lists all products. */
const mostChoices = 24

/**
 * The product that the operator features, or else the first product of the store. Only products for
 * sale count. Returns only the fields that its plans show.
 */
export function findFeatured(products: readonly Product[]): Featured | null {
  return listPlanned(products)[0] ?? null
}

/** The products for sale with the fields that their plans show, the featured product first. */
export function listPlanned(products: readonly Product[]): Featured[] {
  return products
    .filter(({ disabled }) => !disabled)
    .toSorted((a, b) => Number(b.featured) - Number(a.featured))
    .slice(0, mostChoices)
    .map(planned)
}

/** The fields of a product that its plans need. */
export const planned = ({ id, name, price, terms }: Product): Featured => ({
  id,
  name,
  price,
  terms,
})
