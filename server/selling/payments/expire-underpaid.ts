import { sql } from 'kysely'
import { type Database, transaction } from '#server/kernel/database/database.ts'
import { forEach, report } from '#server/kernel/jobs/rounds.ts'
import { lockOrder, settleLocked } from '#server/selling/orders/settle.ts'

/** In percent of an order's total. */
const leastToKeep = 10

/** A few cents must not hold the price and the codes beyond a day. The money still counts. */
export async function expireUnderpaid(db: Database) {
  const { rows } = await sql<{ id: string }>`
    select id from orders where ${isUnderpaid} order by expires_at limit 500`.execute(db)
  const failures = await forEach(rows, ({ id }) =>
    transaction(db, async (tx) => {
      const order = await lockOrder(tx, id)
      const { rows: still } = await sql`
        select from orders where id = ${id} and ${isUnderpaid}`.execute(tx)
      if (order && still.length > 0) await settleLocked(tx, order, 'too_little')
    }),
  )
  report(failures, 'underpaid orders could not be expired')
}

const isUnderpaid = sql<boolean>`(
  type = 'crypto' and payment_status in ('partially_paid', 'confirming')
  and expires_at < now() - interval '24 hours'
  -- A provider can report a confirming payment before it reports the amount.
  and (select coalesce(sum(worth_cents), 0) from payments where order_id = orders.id)
      between case payment_status when 'confirming' then 1 else 0 end
          and ceil(total_cents * ${sql.lit(leastToKeep / 100)}) - 1)`
