import { sql } from 'kysely'
import type { Database } from '#server/kernel/database/database.ts'

/** Returns the support tickets about an order, the latest first. */
export function listTicketLines(db: Database, orderId: string) {
  return db
    .selectFrom('tickets')
    .select(['id', 'title', 'status', 'updated_at', 'waiting_since'])
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .limit(sql.lit(50))
    .execute()
}
