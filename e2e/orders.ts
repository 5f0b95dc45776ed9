import { expect } from '@playwright/test'
import type { PaymentStatus } from '#contract/selling/orders.ts'
import type { Database } from '#server/kernel/database/database.ts'

/** The customer's orders in the database, newest first. */
export function ordersOf(db: Database, { id }: { id: number }) {
  return db
    .selectFrom('orders')
    .select(['id', 'type', 'payment_status', 'total_cents'])
    .where('user_id', '=', id)
    .orderBy('created_at', 'desc')
    .execute()
}

/** Waits until the shop has processed the webhooks of the order's payment. */
export async function expectStatus(db: Database, order: string, status: PaymentStatus) {
  const query = db.selectFrom('orders').select('payment_status').where('id', '=', order)
  await expect
    .poll(async () => (await query.executeTakeFirst())?.payment_status, { intervals: [50] })
    .toBe(status)
}
