import { sql, type UpdateObject } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { CardCharge, CardDeclined } from '#server/adapters/payments/saved-cards.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { record } from '#server/platform/events/record.ts'
import { lockOrder, settleOrder } from '#server/selling/orders/settle.ts'
import { settleCardPayment } from '#server/selling/payments/settle-payment.ts'
import { type LockedRenewal, lockRenewal } from './read.ts'
import { givesUpAt, isHard, nextTry } from './schedule.ts'

export type Asked = { id: number; orderId: string; cardId: string }

type Paid = Extract<CardCharge, { status: 'succeeded' }>

/** Idempotent: a second call with the same outcome changes nothing. */
export async function settleCharge(db: Database, charge: Asked, outcome: CardCharge) {
  if (outcome.status === 'unknown') return
  if (outcome.status === 'succeeded') return settlePaid(db, charge.orderId, outcome)
  await transaction(db, async (tx) => {
    await lockOrder(tx, charge.orderId)
    const renewal = await lockOpen(tx, charge.orderId)
    if (!(await decide(tx, charge.id, outcome))) return
    if (outcome.status === 'canceled') await settleOrder(tx, charge.orderId, 'failed')
    if (!renewal) return
    if (outcome.status === 'processing') return wait(tx, renewal)
    if (outcome.status === 'canceled') return endUnpaid(tx, renewal, charge.orderId)
    await fail(tx, renewal, charge, outcome)
  })
}

/** Undefined if no renewal waits for this order any longer. */
const lockOpen = (tx: Tx, orderId: string) =>
  lockRenewal(tx, sql`open_order_id = ${orderId}`, { wait: true })

/** Returns false if the outcome was already recorded. */
async function decide(
  tx: Tx,
  id: number,
  outcome: Exclude<CardCharge, Paid | { status: 'unknown' }>,
) {
  const declined = outcome.status === 'declined' ? outcome : null
  const { numUpdatedRows } = await tx
    .updateTable('renewal_charges')
    .set({
      status: outcome.status,
      payment_intent_id: outcome.paymentIntentId,
      code: declined?.code ?? null,
      decline_code: declined?.declineCode ?? null,
      message: declined?.message ?? null,
      decided_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .where('status', 'in', ['asked', 'processing', 'needs_action'])
    .where('status', '<>', outcome.status)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** The provider sends an event later; the job polls in case it is lost. */
function wait(tx: Tx, { id }: LockedRenewal) {
  return set(tx, id, { due_at: sql<Date>`now() + interval '1 hour'` })
}

async function fail(
  tx: Tx,
  renewal: LockedRenewal,
  charge: Asked,
  outcome: CardDeclined | Extract<CardCharge, { status: 'needs_action' }>,
) {
  const { now } = renewal
  const failedAt = renewal.failed_at ?? now
  const givesUp = renewal.gives_up_at ?? givesUpAt(failedAt, renewal)
  const declined = outcome.status === 'declined'
  const again = declined && !isHard(outcome) ? nextTry(failedAt, now, renewal) : null
  // The customer chose another card while this one was charged. Charge the other card now.
  const otherCard = renewal.card_id !== null && renewal.card_id !== charge.cardId
  await set(tx, renewal.id, {
    state: declined ? 'retrying' : 'needs_action',
    failed_at: failedAt,
    gives_up_at: givesUp,
    due_at: otherCard ? now : (again ?? givesUp),
  })
  await record(tx, 'renewal.failed', {
    userId: renewal.user_id,
    data: {
      renewal: renewal.id,
      order: charge.orderId,
      product: renewal.product,
      first: renewal.failed_at === null,
      code: declined ? (outcome.declineCode ?? outcome.code) : 'authentication_required',
    },
  })
}

export async function endUnpaid(tx: Tx, renewal: LockedRenewal, orderId: string) {
  await end(tx, renewal, 'unpaid')
  await record(tx, 'renewal.ended', {
    userId: renewal.user_id,
    data: { renewal: renewal.id, order: orderId, product: renewal.product, why: 'unpaid' },
  })
}

type Ended = 'unpaid' | 'stopped' | 'unsold' | 'deleted' | 'banned'

export function end(tx: Tx, { id }: { id: number }, why: Ended) {
  return set(tx, id, {
    state: 'ended',
    ended_for: why,
    ended_at: sql<Date>`now()`,
    ...closed,
    due_at: null,
    held_for: null,
  })
}

export const closed = { open_order_id: null, failed_at: null, gives_up_at: null, told_days: 0 }

/** Changes a renewal. `state.ts` lists the changes of its state. */
export function set(tx: Database, id: number, changes: UpdateObject<DB, 'renewals'>) {
  return tx.updateTable('renewals').set(changes).where('id', '=', id).execute()
}

export function settlePaid(db: Database, orderId: string, charge: Paid) {
  const { paymentIntentId, amountCents, card } = charge
  const payment = {
    id: paymentIntentId,
    ...{ orderId, status: 'finished' as const, amountCents, paymentIntentId, card },
    savedCard: null,
    paidAt: null,
    refundedCents: 0,
    disputes: [],
  }
  return transaction(db, (tx) => settleCardPayment(tx, payment, orderId))
}
