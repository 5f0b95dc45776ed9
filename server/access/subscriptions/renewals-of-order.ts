import { sql } from 'kysely'

/** The renewals that an order started or was charged for. `orderId` is an id or a column in SQL. */
export const renewalsOfOrder = (orderId: unknown) => sql`(
  select renewals.* from renewals
    join orders as of_order on of_order.id = ${orderId}
     and renewals.order_id in (of_order.id, of_order.renews_order_id)
    join order_items as of_item on of_item.order_id = of_order.id
     and of_item.product_id = renewals.product_id)`

/** The provider's message to the customer for the last decline of the open payment. */
export const lastMessage = sql<string | null>`(
  select message from renewal_charges
   where renewal_charges.order_id = renewals.open_order_id and message is not null
   order by renewal_charges.id desc limit 1)`
