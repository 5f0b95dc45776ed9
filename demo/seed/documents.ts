import type { Tx } from '#server/kernel/database/database.ts'
import { documentOrder, type Issuer } from '#server/selling/documents/make.ts'

/**
 * Creates the past receipts, each dated on the day of its order, so that their numbers follow the
 * dates.
 */
export async function seedDocuments(tx: Tx, issuer: Issuer): Promise<void> {
  const paid = await tx
    .selectFrom('orders')
    .select(['id', 'paid_at'])
    .where('paid_at', 'is not', null)
    .orderBy('paid_at')
    .execute()
  for (const { id, paid_at } of paid) await documentOrder(tx, issuer, id, paid_at!)
}
