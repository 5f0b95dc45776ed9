import type { Database } from '#server/kernel/database/database.ts'
import { pauseTime } from '../pauses.ts'

/** Lets customers pause their time for up to a month. */
export const allowPauses = (db: Database, days = 30) =>
  db.updateTable('settings').set({ pause_days: days }).execute()

/** Pauses a customer's time on a product. */
export async function pauseFor(
  db: Database,
  { userId, productId, days = 10 }: { userId: number; productId: number; days?: number },
) {
  await allowPauses(db)
  return pauseTime(db, { userId, productId, days })
}
