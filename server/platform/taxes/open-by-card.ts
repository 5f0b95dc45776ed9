import type { Database } from '#server/kernel/database/database.ts'

/**
 * The orders that a customer can still pay on a card form. A change of the buyer also applies to
 * these. Charges by the shop itself have no form.
 */
export const openByCard = (db: Database, userId: number) =>
  db
    .selectFrom('orders')
    .where('user_id', '=', userId)
    .where('orders.type', '=', 'card')
    .where('payment_status', '=', 'waiting')
    .where('renews_order_id', 'is', null)
