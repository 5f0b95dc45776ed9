import { type StaffDiscount, staffDiscounts } from '#contract/staff-discounts.ts'
import { type StaffProduct, staffProducts } from '#contract/staff-products.ts'
import { api } from '../../api/client.ts'
import { difference } from './code-list.ts'
import { changesOf, type ProductFields } from './fields.ts'

/** A product and its codes as the server has them. */
export type Kept = { product: StaffProduct; codes: readonly StaffDiscount[] }

/**
 * Sends what differs: the product, codes that go, codes that come. `onKept` is told after each call
 * what the server has, so that a second try sends only the rest. Throws an ApiError.
 */
export async function saveProduct(
  { product: loaded, codes }: Kept,
  fields: ProductFields,
  list: readonly StaffDiscount[],
  onKept: (kept: Kept) => void,
): Promise<void> {
  let product = loaded
  const body = changesOf(product, fields)
  if (body) {
    const params = { id: String(product.id) }
    const { revision } = product
    product = await api(staffProducts.change, { params, body: { ...body, revision } })
    onKept({ product, codes })
  }
  const { removed, added } = difference(codes, list)
  if (removed.length > 0) {
    await api(staffDiscounts.remove, { body: removed })
    onKept({ product, codes: codes.filter((one) => list.includes(one)) })
  }
  if (added.length > 0) {
    await api(staffDiscounts.add, { body: added })
    onKept({ product, codes: list })
  }
}
