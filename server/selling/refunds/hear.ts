import { sql } from 'kysely'
import type { CardRefund } from '#server/adapters/payments/card-provider.ts'
import type { Tx } from '#server/kernel/database/database.ts'
import { leftOf, listRefundable } from '#server/selling/orders/refundable.ts'
import { lockOrder } from '#server/selling/orders/settle.ts'
import { split } from '#server/selling/orders/split.ts'
import { type Refund, takeBackEffect, takeEffect } from './effects.ts'
import { writeRefund } from './place.ts'
import { refundTransitions } from './status.ts'

/** Includes refunds made in the provider's dashboard. Late and repeated reports change nothing. */
export async function hearRefunds(tx: Tx, orderId: string, told: readonly CardRefund[]) {
  if (told.length === 0) return
  const order = await lockOrder(tx, orderId)
  if (!order || !paid.includes(order.status)) return
  for (const each of told) {
    const refund = await findOurs(tx, orderId, each)
    if (refund) await follow(tx, refund, each)
    else if (each.status === 'pending' || each.status === 'succeeded')
      await adopt(tx, orderId, { provider_id: each.id, amountCents: each.amountCents }, each.status)
  }
}

const paid: readonly string[] = ['finished', 'disputed', 'refunded']

/** A refused refund is not sent again, so a later report is about another one. */
function findOurs(tx: Tx, orderId: string, { id, ours }: CardRefund): Promise<Refund | undefined> {
  return tx
    .selectFrom('refunds')
    .selectAll()
    .where('order_id', '=', orderId)
    .where((eb) =>
      eb.or([
        eb('provider_id', '=', id),
        eb.and([
          eb('provider_id', 'is', null),
          eb('status', '=', 'asked'),
          eb(sql<string>`refunds.id::text`, '=', ours ?? ''),
        ]),
      ]),
    )
    .forUpdate()
    .executeTakeFirst()
}

async function follow(tx: Tx, refund: Refund, told: CardRefund) {
  await tx
    .updateTable('refunds')
    .set({ provider_id: told.id, asked_error: null, checked_at: sql`now()` })
    .where('id', '=', refund.id)
    .execute()
  const status = refundTransitions[refund.status][told.status]
  if (!status) return
  if (status === 'failed' || status === 'canceled')
    return takeBackEffect(tx, refund, { status, failure: told.failure })
  if (refund.status === 'asked') return takeEffect(tx, refund, status)
  await tx.updateTable('refunds').set({ status }).where('id', '=', refund.id).execute()
}

type Adopted = { amountCents: number } & ({ provider_id: string } | { dispute_id: number })

/**
 * Stores a refund made in the provider's dashboard, or a part that a bank took, split over the
 * items by the price left. A part of the price leaves a lifetime, as nobody chose to end it. The
 * caller has locked the order.
 */
export async function adopt(
  tx: Tx,
  orderId: string,
  { amountCents, ...by }: Adopted,
  status: 'pending' | 'succeeded',
) {
  const items = await listRefundable(tx, orderId)
  const left = leftOf(items)
  if (amountCents > left)
    throw new Error(
      `${amountCents} cents were refunded at Stripe, but the order has only ${left} left. Pending refunds of the shop are settled first`,
    )
  const shares = split(
    amountCents,
    items.map((item) => item.left),
  )
  const isPart = (at: number) => shares[at]! > 0 && shares[at]! < items[at]!.left
  const refund = await writeRefund(tx, null, orderId, {
    items: items.flatMap(({ id }, at) => (shares[at] ? [{ id, amount: shares[at] }] : [])),
    take_time: true,
    take_lifetime: false,
    give_code: amountCents === left,
    stop_renewal: true,
    // Staff have already reviewed a dispute, and the bank names no items.
    look_at: 'provider_id' in by || items.some(({ lifetime }, at) => lifetime && isPart(at)),
    ...by,
  })
  await takeEffect(tx, refund, status)
}
