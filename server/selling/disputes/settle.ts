import { sql } from 'kysely'
import type { PaymentStatus } from '#contract/selling/orders.ts'
import type { CardPayment } from '#server/adapters/payments/card-provider.ts'
import type { Tx } from '#server/kernel/database/database.ts'
import { record } from '#server/platform/events/record.ts'
import { type LockedOrder, settleLocked, settleOrder } from '#server/selling/orders/settle.ts'
import { takeBackEffect } from '#server/selling/refunds/effects.ts'
import { adopt } from '#server/selling/refunds/hear.ts'
import { type Heard, hearDispute } from './hear.ts'
import { type Judged, judge } from './parts.ts'
import { observedOf, takesMoney } from './states.ts'

type Paid = Pick<CardPayment, 'status' | 'disputes'> & Partial<Pick<CardPayment, 'id'>>

/**
 * The caller has locked the order. Reports that arrive twice, late or out of order change nothing.
 * `settled` is called before the refunds of lost parts are stored.
 */
export async function settleDisputed(
  tx: Tx,
  order: LockedOrder,
  payment: Paid,
  settled: (status: PaymentStatus) => Promise<void> = async () => {},
) {
  const { id } = payment
  const cause = { payment: id === undefined ? undefined : ({ provider: 'stripe', id } as const) }
  if (payment.disputes.length === 0)
    return settled(await settleLocked(tx, order, payment.status, cause))
  const heard: Heard[] = []
  for (const told of payment.disputes) heard.push(await hearDispute(tx, order.id, told))
  const { states, parts, undone } = await judge(tx, order, heard)
  await settled(await settleOrder(tx, order.id, observedOf(payment.status, states), cause))
  for (const refund of undone)
    await takeBackEffect(tx, refund, { status: 'failed', failure: 'The bank returned it' })
  for (const { id, amount_cents } of parts)
    await adopt(tx, order.id, { dispute_id: id, amountCents: amount_cents }, 'succeeded')
  for (const each of heard) await tellOf(tx, order, each, parts)
}

async function tellOf(
  tx: Tx,
  { id: order, userId, totalCents, status }: LockedOrder,
  { id, before, state, amount_cents, reason }: Heard,
  parts: readonly Judged[],
) {
  if (state === before) return
  const data = { dispute: id, order, amount_cents, reason }
  if (before === undefined || (before === 'warning' && takesMoney(state))) {
    if (takesMoney(state)) await noteOpening(tx, id)
    const warned = before === undefined && state === 'warning'
    await record(tx, warned ? 'dispute.warned' : 'dispute.opened', { userId, data })
  }
  if (state === 'won' || state === 'withdrawn')
    await record(tx, `dispute.${state}`, { userId, data })
  if (parts.some((part) => part.id === id))
    await record(tx, 'dispute.lost', {
      userId,
      data: { order, total_cents: totalCents, before: status, part_cents: amount_cents },
    })
}

async function noteOpening(tx: Tx, id: number) {
  await sql`
    update disputes set opening = dispute_effect from orders
     where disputes.id = ${id} and orders.id = order_id`.execute(tx)
}
