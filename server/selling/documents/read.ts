import * as z from 'zod'
import { document } from '#contract/selling/documents.ts'
import { orderRefusals } from '#contract/selling/orders.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'

const most = 200

/** The content of a document, in cents and dates. */
export type Snapshot = z.output<typeof document>

export const says = (content: string): Snapshot => z.decode(document, JSON.parse(content))

/** Oldest first. Throws 404, also for the orders of other customers. */
export async function listDocuments(db: Database, userId: number, orderId: string) {
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where('id', '=', orderId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!order) throw new Refusal(orderRefusals.unknown_order)
  const rows = await db
    .selectFrom('documents')
    .select('content')
    .where('order_id', '=', orderId)
    .orderBy('id')
    .limit(most)
    .execute()
  return rows.map(({ content }) => says(content))
}
