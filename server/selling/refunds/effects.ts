import { sql } from 'kysely'
import type { PaymentStatus } from '#contract/selling/orders.ts'
import type { RefundStatus } from '#contract/selling/refunds.ts'
import { itemPlan } from '#server/access/subscriptions/item-plan.ts'
import { lockCustomer } from '#server/access/subscriptions/ledger.ts'
import { retakeUses, returnUses } from '#server/catalogue/discounts/uses.ts'
import type { Tx } from '#server/kernel/database/database.ts'
import { record } from '#server/platform/events/record.ts'
import { deliver, takeShare, timeOfItem } from '#server/selling/orders/delivery.ts'
import { type LockedOrder, lockOrder, settleLocked } from '#server/selling/orders/settle.ts'
import { revokeReward } from '#server/selling/referrals/revoke.ts'

/** A row of `refunds` whose order is locked. */
export type Refund = {
  id: string
  order_id: string
  amount_cents: number
  status: RefundStatus
  take_time: boolean
  /** Whether a refund of a part of a lifetime's price ends the lifetime or leaves it as it is. */
  take_lifetime: boolean
  give_code: boolean
  stop_renewal: boolean
  look_at: boolean
  /** Set for an amount that a bank took in a dispute. */
  dispute_id: number | null
}

export async function takeEffect(tx: Tx, refund: Refund, status: 'pending' | 'succeeded') {
  const before = await moneyBackOf(tx, refund.order_id)
  await tx
    .updateTable('refunds')
    .set({ status, taken_at: sql<Date>`now()`, asked_error: null, checked_at: sql`now()` })
    .where('id', '=', refund.id)
    .execute()
  const order = await relock(tx, refund)
  const items = await itemsOf(tx, refund)
  const whole = order.refundedCents === order.totalCents
  if (refund.give_code)
    await returnUses(
      tx,
      order.id,
      items.map((item) => item.id),
    )
  await lockCustomer(tx, order.userId)
  if (refund.take_time) await takeTime(tx, refund, order, items)
  if (whole)
    await settleLocked(tx, order, 'refunded', {
      undoing: { codes: refund.give_code, time: refund.take_time },
    })
  else await revokeReward(tx, order)
  const { look_at: adopted, stop_renewal } = refund
  await record(tx, 'refund.taken', {
    userId: order.userId,
    data: {
      ...{ ...about(refund), status, adopted, stop_renewal },
      ...{ before, after: await moneyBackOf(tx, refund.order_id) },
    },
  })
}

async function moneyBackOf(tx: Tx, orderId: string) {
  const { rows } = await sql<{
    status: PaymentStatus
    refunded_cents: number
    ends_at: Record<string, string>
  }>`
    select payment_status as status, refunded_cents,
           (select coalesce(json_object_agg(product_name, to_char(ends_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
                                            order by product_name), '{}')
              from (select product_name, max(ends_at) as ends_at
                      from order_items join time_entries on order_item_id = order_items.id
                      join subscriptions on subscriptions.id = subscription_id
                     where order_id = orders.id group by product_name) as time) as ends_at
      from orders where id = ${orderId}`.execute(tx)
  return rows[0]!
}

export async function takeBackEffect(
  tx: Tx,
  refund: Refund,
  { status, failure }: { status: 'failed' | 'canceled'; failure: string | null },
) {
  await tx
    .updateTable('refunds')
    .set({ status, failure, asked_error: null, checked_at: sql`now()` })
    .where('id', '=', refund.id)
    .execute()
  const order = await relock(tx, refund)
  if (refund.status !== 'asked') await bringBack(tx, refund, order)
  await record(tx, 'refund.failed', {
    userId: order.userId,
    data: { ...about(refund), before: refund.status, status, why: failure },
  })
}

async function bringBack(tx: Tx, refund: Refund, order: LockedOrder) {
  if (order.status === 'refunded') {
    await settleLocked(tx, order, 'refund_failed')
    return
  }
  // Time and codes that a dispute holds come back if the shop wins it.
  if (order.lost || order.disputeEffect === 'frozen' || order.disputeEffect === 'revoked') return
  const items = await itemsOf(tx, refund)
  if (refund.give_code)
    await retakeUses(
      tx,
      order.id,
      items.map((item) => item.id),
    )
  await lockCustomer(tx, order.userId)
  await deliver(tx, order)
}

type Item = { id: number; plan: string; cents: number; price: number; back: number }

/**
 * A part of the price takes the same part of the time, and the whole price all that is left. A part
 * of a lifetime would still be centuries, so a refund takes all of it or nothing.
 */
async function takeTime(tx: Tx, refund: Refund, { status }: LockedOrder, items: Item[]) {
  for (const { id, plan, cents, price, back } of items) {
    const { bought, lacking } = await timeOfItem(tx, id)
    const isWhole = back === price || (plan === 'lifetime' && refund.take_lifetime)
    if (plan === 'lifetime' && !isWhole) continue
    const wanted = isWhole ? Number.MAX_SAFE_INTEGER : Math.round((bought * cents) / price)
    // Withheld time was not used, so it is taken first. A won dispute returns that much less.
    const withheld = status === 'disputed' ? Math.min(lacking, wanted) : 0
    const seconds = withheld + (await takeShare(tx, id, wanted - withheld, withheld))
    await tx
      .updateTable('refund_items')
      .set({ seconds })
      .where('refund_id', '=', refund.id)
      .where('order_item_id', '=', id)
      .execute()
  }
}

function itemsOf(tx: Tx, { id }: Refund): Promise<Item[]> {
  return tx
    .selectFrom('refund_items')
    .innerJoin('order_items', 'order_items.id', 'order_item_id')
    .select(['order_items.id', itemPlan.as('plan')])
    .select(['amount_cents as cents', sql<number>`price_cents`.as('price')])
    .select(
      // Refunds that the provider has not accepted can still be withdrawn.
      sql<number>`(select sum(each.amount_cents)
        from refund_items as each join refunds on refunds.id = each.refund_id
       where each.order_item_id = order_items.id and status in ('pending', 'succeeded'))`.as(
        'back',
      ),
    )
    .where('refund_id', '=', id)
    .orderBy('order_items.id')
    .execute()
}

async function relock(tx: Tx, { order_id }: Refund): Promise<LockedOrder> {
  const order = await lockOrder(tx, order_id)
  if (!order) throw new Error(`There is no order ${order_id}`)
  return order
}

function about({ id, order_id, amount_cents, dispute_id }: Refund) {
  return { refund: id, order: order_id, amount_cents, ...(dispute_id && { dispute: dispute_id }) }
}
