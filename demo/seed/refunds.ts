import { sql, type Updateable } from 'kysely'
import type { Payouts } from '#db/tables.ts'
import { monthsToSeconds } from '#server/access/subscriptions/time.ts'
import type { Tx } from '#server/kernel/database/database.ts'
import { documentOrder, type Issuer } from '#server/selling/documents/make.ts'
import { daysAgo } from './days.ts'
import { litecoinAddress, type Placed } from './orders.ts'

export type GivenBack = {
  daysAgo: number
  reason: 'not_working' | 'requested' | 'goodwill'
  note: string
  /** If omitted, the full amount with the remaining time. */
  cents?: number
  /** The bank is still processing the refund. */
  pending?: true
}

const day = 86_400_000
const transaction = '8b1f0f3a6d3c4f0e9a57c2d4b6e8f0a1c3e5d7b9f1a3c5e7d9b1f3a5c7e9d1b3'

/** The staff members who decide on refunds. */
type Staff = { admin: number; support: number }

/** Creates a refund of a past order, by card or as a payout, with its credit note. */
export async function giveBack(
  tx: Tx,
  issuer: Issuer,
  { placed, back, by }: { placed: Placed; back: GivenBack; by: Staff },
  now: Date,
) {
  const { orderId, itemId, subscriptionId } = placed
  const at = daysAgo(now, back.daysAgo)
  const whole = back.cents === undefined
  const cents = back.cents ?? placed.cents
  const used = (at.getTime() - placed.at.getTime()) / 1000
  const seconds = whole ? Math.round(monthsToSeconds(placed.months) - used) : 0
  const payment = await tx
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  const byCard = payment.provider === 'stripe'
  const { id } = await tx
    .insertInto('refunds')
    .values({
      order_id: orderId,
      payment_id: byCard ? payment.id : null,
      provider_id: byCard ? `re_demo${orderId.replaceAll('-', '')}` : null,
      amount_cents: cents,
      ...{ take_time: whole, give_code: false, stop_renewal: false, look_at: false },
      ...{ reason: back.reason, note: back.note, actor_id: by.support, created_at: at },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('refund_items')
    .values({ refund_id: id, order_item_id: itemId, amount_cents: cents, seconds })
    .execute()
  if (!byCard) await payOut(tx, { placed, refund: id, cents, offeredBy: by.support }, by.admin, at)
  for (const status of ['pending', 'succeeded'] as const)
    if (status === 'pending' || !back.pending)
      await tx.updateTable('refunds').set({ status, taken_at: at }).where('id', '=', id).execute()
  if (whole) {
    await tx
      .insertInto('time_entries')
      .values({
        ...{ subscription_id: subscriptionId, order_item_id: itemId },
        ...{ seconds: -seconds, cause: 'refund', created_at: at },
      })
      .execute()
    await tx
      .updateTable('orders')
      .set({ payment_status: 'refunded', updated_at: at })
      .where('id', '=', orderId)
      .execute()
  }
  await documentOrder(tx, issuer, orderId, at)
}

type Payout = { placed: Placed; refund: string | null; cents: number; offeredBy: number | null }

/** A payout that was offered on one day, and claimed and sent on the next. */
async function payOut(tx: Tx, payout: Payout, admin: number, at: Date) {
  const id = await offer(tx, payout, at)
  const later = new Date(at.getTime() + day)
  const step = (values: Updateable<Payouts>) =>
    tx.updateTable('payouts').set(values).where('id', '=', id).execute()
  await step({ status: 'approved', approved_at: later, approved_by: admin })
  await step({ status: 'sent', sent_at: later, sent_by: admin, transaction_id: transaction })
  await step({ status: 'done', done_at: later })
}

/** A payout offer with the address that the customer has confirmed. */
async function offer(tx: Tx, { placed, refund, cents, offeredBy }: Payout, at: Date) {
  const { id } = await tx
    .insertInto('payouts')
    .values({
      ...{ order_id: placed.orderId, refund_id: refund, kind: refund ? 'refund' : 'over' },
      ...{ provider: 'nowpayments', currency: 'ltc', network: 'ltc', amount_cents: cents },
      coins: sql<number>`(
        select trunc((case when ${refund !== null} then pay_amount
                           else actually_paid - pay_amount end)::numeric, 8)
          from payments where order_id = ${placed.orderId})`,
      created_by: offeredBy,
      ...{ created_at: at, expires_at: new Date(at.getTime() + 7 * day) },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('payouts')
    .set({ status: 'given', address: litecoinAddress, given_at: at, codes: 1 })
    .where('id', '=', id)
    .execute()
  return id
}

/** An overpaid amount whose payout waits for the approval of an administrator. */
export function offerSurplusOf(tx: Tx, placed: Placed, cents: number, at: Date) {
  return offer(tx, { placed, refund: null, cents, offeredBy: null }, at)
}
