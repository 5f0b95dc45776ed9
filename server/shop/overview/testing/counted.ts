import { sql } from 'kysely'
import type { Database } from '#server/kernel/database/database.ts'

/** Compares the daily figures with a new count. Returns the rows that only one of them has. */
export async function differences(db: Database) {
  const pairs = [
    [
      sql`select day, deleted, sum(users) from user_days group by 1, 2 having sum(users) <> 0`,
      sql`select day_of(created_at), deleted_at is not null, count(*)::numeric from users group by 1, 2`,
    ],
    [
      sql`select day, type, payment_status, sum(orders), sum(cents), sum(refunded) from order_days
           group by 1, 2, 3 having sum(orders) <> 0 or sum(cents) <> 0 or sum(refunded) <> 0`,
      sql`select day_of(coalesce(paid_at, created_at)), type, payment_status, count(*)::numeric,
                 sum(total_cents)::numeric, sum(refunded_cents)::numeric from orders group by 1, 2, 3`,
    ],
    [
      sql`select day, type, sum(cents) from refund_days group by 1, 2 having sum(cents) <> 0`,
      sql`select day_of(taken_at), type, sum(amount_cents)::numeric
            from refunds join orders on orders.id = order_id
           where status in ('pending', 'succeeded') group by 1, 2`,
    ],
    [
      sql`select day, product_id, sum(started), sum(ended) from subscription_days
           group by 1, 2 having sum(started) <> 0 or sum(ended) <> 0`,
      sql`select day, product_id, sum(started)::numeric, sum(ended)::numeric from (
            select day_of(created_at) as day, product_id, 1 as started, 0 as ended from subscriptions
            union all select day_of(ends_at), product_id, 0, 1 from subscriptions) m group by 1, 2`,
    ],
  ] as const
  const found: unknown[] = []
  for (const [kept, counted] of pairs) {
    const { rows } = await sql`
      (${kept} except ${counted}) union all (${counted} except ${kept})`.execute(db)
    found.push(...rows)
  }
  return found
}
