import { sql } from 'kysely'
import type { Database } from '#server/kernel/database/database.ts'

export function listDocumentLines(db: Database, orderId: string) {
  return db
    .selectFrom('documents')
    .leftJoin('documents as corrected', 'corrected.id', 'documents.corrects_id')
    .select(['documents.kind', 'documents.issued_at', 'documents.total_cents as total'])
    .select([sql<string>`documents.name`.as('number'), 'corrected.name as corrects'])
    .where('documents.order_id', '=', orderId)
    .orderBy('documents.id')
    .limit(200)
    .execute()
}
