import { sql } from 'kysely'
import type { Database } from '#server/kernel/database/database.ts'

/** Over `orders`: an open card order. The shop's own charges have no form. */
export const isOpenByCard = sql<boolean>`(
  orders.type = 'card' and payment_status = 'waiting' and renews_order_id is null)`

/** A change of the buyer applies to these too. */
export const openByCard = (db: Database, userId: number) =>
  db.selectFrom('orders').where('user_id', '=', userId).where(isOpenByCard)
