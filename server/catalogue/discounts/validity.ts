import type { Selectable } from 'kysely'
import { discountRefusals } from '#contract/catalogue/discounts.ts'
import { formatMoney } from '#contract/wire/currency.ts'
import type { Discounts } from '#db/tables.ts'
import { Refusal } from '#server/kernel/http/errors.ts'

/** The columns that are read for a discount code. A `max_uses` of 0 means unlimited. */
export const discountColumns = [
  'id',
  'code',
  'product_id',
  'type',
  'amount',
  'starts_at',
  'ends_at',
  'max_uses',
  'max_per_customer',
  'min_cents',
  'first_order',
  'renewals',
  'used_count',
] as const
export type Discount = Pick<Selectable<Discounts>, (typeof discountColumns)[number]>

type Use = {
  /** Uses that the customer's other orders hold. */
  own_uses: number
  has_ordered: boolean
  /** The subtotal of the order, before codes. */
  subtotalCents: number
}

const {
  unknown_code,
  code_for_other_product,
  code_not_yet_valid,
  code_expired,
  code_used_up,
  code_used_by_you,
  code_first_order_only,
  order_below_minimum,
} = discountRefusals

/** Null if a code is valid. `orders/place.ts` refuses the second of two orders for its last use. */
export function problemWith(
  discount: Discount | null,
  product: { id: number; name: string },
  now: Date,
  use: Use,
): Refusal | null {
  if (!discount) return new Refusal(unknown_code)
  if (discount.product_id !== product.id)
    return new Refusal(code_for_other_product, { values: { product: product.name } })
  if (now < discount.starts_at) return new Refusal(code_not_yet_valid)
  if (now >= discount.ends_at) return new Refusal(code_expired)
  const usedUp = discount.max_uses > 0 && discount.used_count >= discount.max_uses
  if (usedUp) return new Refusal(code_used_up)
  if (discount.first_order && use.has_ordered) return new Refusal(code_first_order_only)
  const { max_per_customer, min_cents } = discount
  if (max_per_customer > 0 && use.own_uses >= max_per_customer) return new Refusal(code_used_by_you)
  if (use.subtotalCents >= min_cents) return null
  const values = { minimum: formatMoney(min_cents) }
  return new Refusal(order_below_minimum, { values })
}
