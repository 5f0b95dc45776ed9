import { sql } from 'kysely'
import type { PaymentStatus } from '#contract/orders.ts'
import type { CardPayment } from '#server/adapters/payments/card-provider.ts'
import { record } from '#server/events/record.ts'
import type { Tx } from '#server/kernel/database.ts'
import { type LockedOrder, settleLocked, settleOrder } from '#server/orders/settle.ts'
import { type Heard, hearDispute } from './hear.ts'
import { observedOf, takesMoney } from './states.ts'

type Paid = Pick<CardPayment, 'status' | 'disputes'>

/**
 * Settles an order by what the provider says of its payment and of each dispute of it. The order is
 * locked by this transaction; whatever is told twice, late or out of order changes nothing.
 */
export async function settleDisputed(
  tx: Tx,
  order: LockedOrder,
  payment: Paid,
): Promise<PaymentStatus> {
  // Of almost every payment nobody has anything to say.
  if (payment.disputes.length === 0) return settleLocked(tx, order, payment.status)
  const heard: Heard[] = []
  for (const told of payment.disputes) heard.push(await hearDispute(tx, order.id, told))
  const observed = observedOf(payment.status, await statesOf(tx, order))
  const status = await settleOrder(tx, order.id, observed)
  for (const each of heard) await tellOf(tx, order, each)
  return status
}

async function statesOf(tx: Tx, { id }: Pick<LockedOrder, 'id'>) {
  const rows = await tx.selectFrom('disputes').select('state').where('order_id', '=', id).execute()
  return rows.map(({ state }) => state)
}

/** Records what became of a dispute; that one was lost is told by its order. */
async function tellOf(
  tx: Tx,
  { id: order, userId }: Pick<LockedOrder, 'id' | 'userId'>,
  { id, before, state, amount_cents, reason }: Heard,
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
}

/** Keeps what the order's settling has done to its time. */
async function noteOpening(tx: Tx, id: number) {
  await sql`
    update disputes set opening = dispute_effect from orders
     where disputes.id = ${id} and orders.id = order_id`.execute(tx)
}
