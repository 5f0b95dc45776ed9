import type { Database } from '#server/kernel/database/database.ts'

/** A change of the buyer applies to these too. The shop's own charges have no form. */
export const openByCard = (db: Database, userId: number) =>
  db
    .selectFrom('orders')
    .where('user_id', '=', userId)
    .where('orders.type', '=', 'card')
    .where('payment_status', '=', 'waiting')
    .where('renews_order_id', 'is', null)
