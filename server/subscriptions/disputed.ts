import { sql } from 'kysely'

/** Whether a payment of a run's time is disputed. The query names the run. */
export const isDisputed = (run: string) => sql<boolean>`exists (
  select from time_entries as bought
    join order_items on order_items.id = bought.order_item_id
    join orders on orders.id = order_items.order_id
   where bought.subscription_id = ${sql.ref(`${run}.id`)} and orders.payment_status = 'disputed')`
