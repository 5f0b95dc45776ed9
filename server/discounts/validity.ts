import type { Selectable } from 'kysely'
import { discountRefusals } from '#contract/discounts.ts'
import type { Discounts } from '#db/tables.ts'
import { Refusal } from '#server/kernel/errors.ts'

/** A discount code as the database keeps it: `max_uses` 0 means unlimited. */
export type Discount = Pick<
  Selectable<Discounts>,
  | 'id'
  | 'code'
  | 'product_id'
  | 'type'
  | 'amount'
  | 'starts_at'
  | 'ends_at'
  | 'max_uses'
  | 'used_count'
>

const { unknown_code, code_not_yet_valid, code_expired, code_used_up } = discountRefusals

/** Why a code does not count for a product now, or null when it does. Takes no use of it. */
export function problemWith(
  discount: Discount | null,
  productId: number,
  now: Date,
): Refusal | null {
  // For this product another one's code is as good as none.
  if (!discount || discount.product_id !== productId) return new Refusal(unknown_code)
  if (now < discount.starts_at) return new Refusal(code_not_yet_valid)
  if (now >= discount.ends_at) return new Refusal(code_expired)
  const usedUp = discount.max_uses > 0 && discount.used_count >= discount.max_uses
  return usedUp ? new Refusal(code_used_up) : null
}
