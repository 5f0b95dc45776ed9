import type { Database } from '#server/kernel/database/database.ts'

/** The payment window is over, and the provider may be queried again. */
export async function passHour(db: Database, orderId: string) {
  const earlier = new Date(Date.now() - 3_601_000)
  await db
    .updateTable('orders')
    .set({ created_at: earlier, expires_at: new Date() })
    .where('id', '=', orderId)
    .execute()
  await db
    .updateTable('payments')
    .set({ created_at: earlier, checked_at: earlier, expires_at: new Date() })
    .where('order_id', '=', orderId)
    .execute()
}
