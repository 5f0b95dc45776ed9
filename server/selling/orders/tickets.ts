import { sql } from 'kysely'
import type { Database } from '#server/kernel/database/database.ts'

export function listTicketLines(db: Database, orderId: string) {
  return db
    .selectFrom('tickets')
    .select(['id', 'title', 'status', 'updated_at', 'waiting_since'])
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .limit(sql.lit(50))
    .execute()
}
