import type { Database } from '#server/kernel/database.ts'

/**
 * The orders that a customer can still pay on a card form: what they choose as a buyer goes on those, too.
 * The shop's own charges have none.
 */
export const openByCard = (db: Database, userId: number) =>
  db
    .selectFrom('orders')
    .where('user_id', '=', userId)
    .where('orders.type', '=', 'card')
    .where('payment_status', '=', 'waiting')
    .where('renews_order_id', 'is', null)
