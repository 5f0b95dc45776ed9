import type { StaffDiscount } from '#contract/staff-discounts.ts'
import { difference } from './code-list.ts'
import { changesOf, type ProductFields } from './fields.ts'
import type { Kept } from './save-product.ts'

/** What the edit dialog holds. */
export type Typed = { fields: ProductFields; codes: readonly StaffDiscount[] }

export function isUnchanged(kept: Kept, { fields, codes }: Typed): boolean {
  const { added, removed } = difference(kept.codes, codes)
  return changesOf(kept.product, fields) === null && added.length + removed.length === 0
}
