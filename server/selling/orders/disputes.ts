import { sql } from 'kysely'
import type { Database } from '#server/kernel/database/database.ts'

export function listDisputeLines(db: Database, orderId: string) {
  return db
    .selectFrom('disputes')
    .select(['id', 'state', 'reason', 'amount_cents as amount', 'due_at', 'opened_at'])
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .limit(sql.lit(50))
    .execute()
}
