import { sql } from 'kysely'
import type { Database } from '#server/kernel/database/database.ts'

/** Over `orders`: an open card order. Renewals, which the shop charges itself, are not included. */
export const isOpenByCard = sql<boolean>`(
  orders.type = 'card' and payment_status = 'waiting' and renews_order_id is null)`

/** A change of the customer's country or company also applies to these orders. */
export const openByCard = (db: Database, userId: number) =>
  db.selectFrom('orders').where('user_id', '=', userId).where(isOpenByCard)
