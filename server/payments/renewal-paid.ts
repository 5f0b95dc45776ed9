import { sql } from 'kysely'
import type { Tx } from '#server/kernel/database.ts'
import { enterTime } from '#server/subscriptions/ledger.ts'
import { nextCharge } from '#server/subscriptions/renewal-states.ts'

/**
 * Ends the period of a renewal whose charge is paid and delivered: the next charge goes by the new
 * end of the time, and time that was lent meanwhile is taken back. The caller has locked the order
 * and its customer.
 */
export async function renewalPaid(tx: Tx, orderId: string, paymentIntentId: string | null) {
  await sql`
    update renewal_charges
       set status = 'succeeded', payment_intent_id = ${paymentIntentId}, decided_at = now()
     where id = (select max(id) from renewal_charges where order_id = ${orderId})`.execute(tx)
  const { rows } = await sql<{ userId: number; productId: number; lent: number }>`
    with open as materialized (
      select id, least(grace_seconds, term_seconds) as lent from renewals
       where open_order_id = ${orderId} for update
    )
    update renewals
       set state = 'on', open_order_id = null, failed_at = null, gives_up_at = null, told_days = 0,
           grace_seconds = 0, paid_periods = paid_periods + 1,
           code_charges = greatest(0, code_charges - (select count(*) from order_items
             where order_items.order_id = ${orderId} and discount_code = code)),
           due_at = ${nextCharge}
      from open where renewals.id = open.id
    returning user_id as "userId", product_id as "productId", lent`.execute(tx)
  const [paid] = rows
  if (!paid?.lent) return
  const { userId, productId, lent } = paid
  // A loan, not a gift: never more than the payment has bought.
  await enterTime(tx, { userId, productId, seconds: -lent, cause: 'grace_back' })
}
