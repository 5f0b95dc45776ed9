import { sql } from 'kysely'
import type { Tx } from '#server/kernel/database.ts'
import { grantTime, lockUser } from '#server/subscriptions/ledger.ts'
import { monthsToSeconds } from '#server/subscriptions/time.ts'
import type { SettledOrder } from './settle.ts'

/**
 * Grants the time that an order pays for, once per item. Time that a lost dispute had taken back,
 * and an appeal then won, is made up for as a compensation.
 */
export async function deliver(tx: Tx, { id, userId }: SettledOrder) {
  const items = await tx
    .selectFrom('order_items')
    .leftJoin('time_entries as taken', (join) =>
      join.onRef('taken.order_item_id', '=', 'order_items.id').on('taken.cause', '=', 'refund'),
    )
    .select(['order_items.id', 'game_id as gameId', 'months', 'taken.seconds as taken'])
    .where('order_id', '=', id)
    .orderBy('order_items.id')
    .execute()
  for (const { id: orderItemId, gameId, months, taken } of items) {
    const seconds = monthsToSeconds(months)
    await grantTime(tx, { userId, gameId, seconds, cause: 'purchase', orderItemId })
    if (taken === null) continue
    const note = `Dispute of order ${id} won`
    await grantTime(tx, { userId, gameId, seconds: -taken, cause: 'compensation', note })
  }
}

/** Takes back the time that an order granted, as far as its run still holds it. Once only. */
export async function takeBack(tx: Tx, { id, userId }: SettledOrder) {
  await lockUser(tx, userId)
  await sql`
    insert into time_entries (subscription_id, seconds, cause, order_item_id)
    select granted.subscription_id, -least(granted.seconds, term_length), 'refund', order_item_id
      from order_items
      join time_entries granted on granted.order_item_id = order_items.id and cause = 'purchase'
      join subscriptions on subscriptions.id = granted.subscription_id
     where order_id = ${id} and term_length > 0
    on conflict do nothing`.execute(tx)
}
