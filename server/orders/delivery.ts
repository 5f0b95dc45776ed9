import { sql } from 'kysely'
import type { Tx } from '#server/kernel/database.ts'
import { enterTime, lockCustomer } from '#server/subscriptions/ledger.ts'
import { monthsToSeconds } from '#server/subscriptions/time.ts'
import type { LockedOrder } from './settle.ts'

type Delivered = Pick<LockedOrder, 'id' | 'userId'>

/**
 * Grants the time that each item of a paid order lacks: first as a purchase, and after a dispute
 * that was won on appeal as a compensation. The caller has locked the order and its customer.
 */
export async function deliver(tx: Tx, { id, userId }: Delivered) {
  const items = await tx
    .selectFrom('order_items')
    .leftJoin('time_entries', 'order_item_id', 'order_items.id')
    .select(['order_items.id', 'product_id as productId', 'months'])
    .select(sql<number | null>`sum(seconds)`.as('held'))
    .where('order_id', '=', id)
    .groupBy('order_items.id')
    .orderBy('order_items.id')
    .execute()
  for (const { id: orderItemId, productId, months, held } of items) {
    const cause = held === null ? 'purchase' : 'compensation'
    const seconds = monthsToSeconds(months) - (held ?? 0)
    if (seconds > 0) await enterTime(tx, { userId, productId, seconds, cause, orderItemId })
  }
}

/** Takes back all the time that an order's items hold, as far as their runs still have it. */
export async function takeBack(tx: Tx, { id, userId }: Delivered) {
  await lockCustomer(tx, userId)
  await sql`
    with held as (
      select subscription_id, order_item_id, sum(seconds)::bigint as seconds
        from order_items join time_entries on order_item_id = order_items.id
       where order_id = ${id}
       group by subscription_id, order_item_id
    )
    insert into time_entries (subscription_id, seconds, cause, order_item_id)
    select subscription_id, -least(seconds, term_length), 'refund', order_item_id
      from held join subscriptions on subscriptions.id = subscription_id
     where seconds > 0 and term_length > 0`.execute(tx)
}
