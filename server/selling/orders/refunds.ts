import { type RawBuilder, sql } from 'kysely'
import type { RefundStatus } from '#contract/selling/refunds.ts'
import type { RefundReason } from '#contract/selling/staff-refunds.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { shownName } from '#server/platform/users/shown-name.ts'

type RefundRow = {
  id: string
  created_at: Date
  taken_at: Date | null
  amount: number
  status: RefundStatus
  failure: string | null
  asked_error: string | null
  reason: RefundReason | null
  note: string
  by: string | null
  look_at: boolean
  by_bank: boolean
  items: { product: string; amount: number; seconds: number }[]
}

export function listRefunds(db: Database, orderId: string): Promise<RefundRow[]> {
  return readRefunds(db, sql`order_id = ${orderId}`)
}

export async function getRefund(db: Database, orderId: string, id: string): Promise<RefundRow> {
  const [refund] = await readRefunds(db, sql`order_id = ${orderId} and refunds.id = ${id}`)
  if (!refund) throw new Error(`There is no refund ${id}`)
  return refund
}

async function readRefunds(db: Database, where: RawBuilder<unknown>): Promise<RefundRow[]> {
  const { rows } = await sql<RefundRow>`
    select refunds.id, refunds.created_at, taken_at, amount_cents as amount, status, failure,
           asked_error, reason, note, ${shownName<string | null>()} as by, look_at,
           dispute_id is not null as by_bank,
           (select coalesce(json_agg(json_build_object(
                     'product', product_name, 'amount', refund_items.amount_cents,
                     'seconds', seconds) order by order_items.id), '[]')
              from refund_items join order_items on order_items.id = order_item_id
             where refund_id = refunds.id) as items
      from refunds left join users on users.id = actor_id
     where ${where}
     order by refunds.created_at desc, refunds.id limit 200`.execute(db)
  return rows
}
