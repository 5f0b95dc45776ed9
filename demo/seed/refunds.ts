import type { Tx } from '#server/kernel/database.ts'
import { daysAgo } from './days.ts'

export type GivenBack = { cents: number; daysAgo: number; note: string }

/** Writes a part of a past order by card that was given back as goodwill, with its time left in place. */
export async function giveBack(
  tx: Tx,
  { orderId, itemId }: { orderId: string; itemId: number },
  { cents, note, ...past }: GivenBack,
  now: Date,
) {
  const at = daysAgo(now, past.daysAgo)
  const payment = await tx
    .selectFrom('payments')
    .select('id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  const { id } = await tx
    .insertInto('refunds')
    .values({
      order_id: orderId,
      payment_id: payment.id,
      provider_id: `re_demo${orderId.replaceAll('-', '')}`,
      amount_cents: cents,
      take_time: false,
      give_code: false,
      stop_renewal: false,
      look_at: false,
      reason: 'goodwill',
      note,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('refund_items')
    .values({ refund_id: id, order_item_id: itemId, amount_cents: cents, seconds: 0 })
    .execute()
  for (const status of ['pending', 'succeeded'] as const)
    await tx.updateTable('refunds').set({ status, taken_at: at }).where('id', '=', id).execute()
}
