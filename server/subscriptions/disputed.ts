import { sql } from 'kysely'

/** Whether a dispute that is open has taken time of a run and keeps it. The query names the run. */
export const isHeld = (run: string) => sql<boolean>`exists (
  select from time_entries as kept
    join order_items on order_items.id = kept.order_item_id
    join orders on orders.id = order_items.order_id
   where kept.subscription_id = ${sql.ref(`${run}.id`)} and kept.cause = 'freeze'
     and orders.payment_status = 'disputed' and orders.dispute_effect = 'frozen'
     and orders.dispute_lost_at is null)`

/** Whether a payment of a run's time is disputed. The query names the run. */
export const isDisputed = (run: string) => sql<boolean>`exists (
  select from time_entries as bought
    join order_items on order_items.id = bought.order_item_id
    join orders on orders.id = order_items.order_id
   where bought.subscription_id = ${sql.ref(`${run}.id`)} and orders.payment_status = 'disputed')`
