import { sql } from 'kysely'
import type { Tx } from '#server/kernel/database/database.ts'
import type { LockedOrder } from './settle.ts'

/** Records what individual refunds left of a fully refunded order, on the current day. */
export async function bookRest(tx: Tx, { id, status }: LockedOrder) {
  if (status !== 'finished' && status !== 'disputed') return
  await sql`
    with rest as materialized (
      select id, list_cents - discount_cents - refund_cents as cents from order_items
       where order_id = ${id} and list_cents - discount_cents > refund_cents
    ), booked as (
      insert into refunds (order_id, amount_cents, status, take_time, give_code, stop_renewal, taken_at)
      select ${id}, sum(cents), 'succeeded', true, true, true, now() from rest having count(*) > 0
      returning id
    )
    insert into refund_items (refund_id, order_item_id, amount_cents)
    select booked.id, rest.id, cents from booked, rest`.execute(tx)
}
