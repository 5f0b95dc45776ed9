import { sql } from 'kysely'
import type { PaymentStatus } from '#contract/orders.ts'
import type { Tx } from '#server/kernel/database.ts'

/** What changes of an order when money of it goes back, for the log: before it and after it. */
export async function moneyBackOf(tx: Tx, orderId: string) {
  const { rows } = await sql<{
    status: PaymentStatus
    refunded_cents: number
    ends_at: Record<string, string>
  }>`
    select payment_status as status, refunded_cents,
           (select coalesce(json_object_agg(product_name, to_char(ends_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
                                            order by product_name), '{}')
              from (select product_name, max(ends_at) as ends_at
                      from order_items join time_entries on order_item_id = order_items.id
                      join subscriptions on subscriptions.id = subscription_id
                     where order_id = orders.id group by product_name) as time) as ends_at
      from orders where id = ${orderId}`.execute(tx)
  return rows[0]!
}
