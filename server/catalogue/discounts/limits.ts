import { sql } from 'kysely'
import { discountRefusals } from '#contract/catalogue/discounts.ts'
import { lockCustomer } from '#server/access/subscriptions/ledger.ts'
import type { Tx } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import type { Discount } from './validity.ts'

/** The codes are locked already. The lock on the customer makes their other orders wait. */
export async function refuseBeyondLimits(
  tx: Tx,
  { userId, orderId }: { userId: number; orderId: string },
  codes: readonly (Discount | null)[],
) {
  const limited = codes.filter((code) => code && (code.max_per_customer > 0 || code.first_order))
  if (limited.length === 0) return
  await lockCustomer(tx, userId)
  const { rows } = await sql<{ often: boolean; later: boolean }>`
    select code.max_per_customer > 0 and code.max_per_customer < (
             select count(*) from ${usesOf(userId)}
              where discount_id = code.id and returned_at is null) as often,
           code.first_order and ${hasOrdered(userId, orderId)} as later
      from discounts as code
     where code.id = any(${limited.map((code) => code!.id)}::bigint[])`.execute(tx)
  if (rows.some(({ later }) => later)) throw new Refusal(discountRefusals.code_first_order_only)
  if (rows.some(({ often }) => often)) throw new Refusal(discountRefusals.code_used_by_you)
}

/** The uses that a customer's orders took, including returned ones. */
export const usesOf = (userId: number | null) => sql`
  orders as used_by
    join order_items as used_for on used_for.order_id = used_by.id and used_by.user_id = ${userId}
    join discount_uses on order_item_id = used_for.id`

/** Includes a use of a first-order code that another order holds, and refunded orders. */
export const hasOrdered = (userId: number | null, orderId: string | null = null) => sql<boolean>`(
  exists (select from orders as earlier
           where earlier.user_id = ${userId} and earlier.paid_at is not null
             and earlier.id is distinct from ${orderId}::uuid)
  or exists (select from ${usesOf(userId)}
               join discounts as other on other.id = discount_id
              where other.first_order and returned_at is null
                and used_by.id is distinct from ${orderId}::uuid
                and not (${orderId}::uuid is null and used_by.type = 'card'
                         and used_by.payment_status = 'waiting')))`
