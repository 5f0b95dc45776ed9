import { sql } from 'kysely'
import { running } from '#server/access/subscriptions/running.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { isPlaced } from '#server/selling/orders/abandoned.ts'

/** Revenue of a row of `order_days`: the cents paid or, if refunded or disputed, subtracted. */
export const takings = sql<number>`case payment_status when 'finished' then cents
  when 'refunded' then refunded when 'disputed' then refunded else 0 end`

/** Returns the six figures, exact at this moment. Amounts are in cents. */
export async function getFigures(db: Database) {
  const { rows } = await sql<{
    total_users: number
    active_subscriptions: number
    total_games: number
    completed_orders: number
    unpaid_orders: number
    gross_total_revenue: number
  }>`
    select
      (select coalesce(sum(users), 0) from user_days where not deleted) as total_users,
      -- Whatever ends after today, and what of today has not ended yet.
      (select coalesce(sum(ended), 0) from subscription_days where day > day_of(now()))
        + (select count(*) from subscriptions
            where ${running} and ends_at < (day_of(now()) + 1)::timestamp at time zone 'UTC')
        as active_subscriptions,
      (select count(*) from products) as total_games,
      coalesce(sum(orders) filter (where payment_status = 'finished'), 0) as completed_orders,
      coalesce(sum(orders) filter (
        where payment_status in ('waiting', 'confirming', 'partially_paid') and ${isPlaced}
      ), 0) as unpaid_orders,
      coalesce(sum(${takings}), 0)
        - (select coalesce(sum(cents), 0) from refund_days) as gross_total_revenue
      from order_days`.execute(db)
  return rows[0]!
}
