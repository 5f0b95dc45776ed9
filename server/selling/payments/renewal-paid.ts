import { sql } from 'kysely'
import { nextCharge } from '#server/access/subscriptions/renewal-states.ts'
import type { Tx } from '#server/kernel/database/database.ts'

/** The next charge follows the new expiry date. The caller has locked order and customer. */
export async function renewalPaid(tx: Tx, orderId: string, paymentIntentId: string | null) {
  await sql`
    update renewal_charges
       set status = 'succeeded', payment_intent_id = ${paymentIntentId}, decided_at = now()
     where id = (select max(id) from renewal_charges where order_id = ${orderId})`.execute(tx)
  // A renewal that was stopped during the charge has no open order. Its period is paid nevertheless.
  await sql`
    update renewals
       set paid_periods = paid_periods + 1,
           code_charges = greatest(0, code_charges - (select count(*) from order_items
             where order_items.order_id = ${orderId} and discount_code = code))
     where open_order_id = ${orderId}
        or id in (select renewal_id from renewal_charges where order_id = ${orderId})`.execute(tx)
  await sql`
    update renewals
       set state = 'on', open_order_id = null, failed_at = null, gives_up_at = null, told_days = 0,
           due_at = ${nextCharge}
     where open_order_id = ${orderId}`.execute(tx)
}
