import type { Database } from '#server/kernel/database.ts'

/** What the database holds of a customer's orders, newest first. */
export function ordersOf(db: Database, { id }: { id: number }) {
  return db
    .selectFrom('orders')
    .select(['id', 'payment_status', 'total_cents', 'autorenew'])
    .where('user_id', '=', id)
    .orderBy('created_at', 'desc')
    .execute()
}
