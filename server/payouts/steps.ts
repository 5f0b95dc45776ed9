import { sql } from 'kysely'
import type { Roles } from '#contract/capabilities.ts'
import { may } from '#contract/endpoint.ts'
import { payoutRefusals, staffPayouts } from '#contract/staff-payouts.ts'
import { record } from '#server/events/record.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Staff } from '#server/logs/staff.ts'
import { lockOrder, settleLocked } from '#server/orders/settle.ts'
import { takeBackEffect, takeEffect } from '#server/refunds/effects.ts'
import { previewEffect } from '#server/refunds/preview.ts'
import { getPayout, type LockedPayout, lockPayout } from './read.ts'

type Step = 'given' | 'approved' | 'sent' | 'offered'

/** Locks a payout that is at one of these steps. Throws 404, and 409 when somebody was faster. */
async function requireAt(tx: Tx, id: string, steps: readonly Step[]): Promise<LockedPayout> {
  const payout = await lockPayout(tx, id)
  if (steps.some((step) => step === payout.status)) return payout
  throw new Refusal(payoutRefusals.payout_moved)
}

/** Throws when the provider has given the payment back, or a refund of it took another way. */
async function requireOwed(tx: Tx, { order_id, refund_id }: LockedPayout) {
  await lockOrder(tx, order_id)
  const { owed } = await tx
    .selectNoFrom(
      sql<boolean>`not exists (
        select from payments where order_id = ${order_id} and status = 'refunded'
      ) and (${refund_id}::uuid is null or exists (
        select from refunds join orders on orders.id = order_id
         where refunds.id = ${refund_id} and refunds.status = 'asked'
           and payment_status = 'finished'))`.as('owed'),
    )
    .executeTakeFirstOrThrow()
  if (!owed) throw new Refusal(payoutRefusals.paid_back_already)
}

/** Approves where a payout goes, which is to be what was seen. */
export function approvePayout(db: Database, staff: Staff, id: string, address: string) {
  return transaction(db, async (tx) => {
    const payout = await requireAt(tx, id, ['given'])
    if (payout.address !== address) throw new Refusal(payoutRefusals.payout_moved)
    await requireOwed(tx, payout)
    await tx
      .updateTable('payouts')
      .set({ status: 'approved', approved_at: sql<Date>`now()`, approved_by: staff.id })
      .where('id', '=', id)
      .execute()
    await tell(tx, staff, payout, 'payout.approved')
  })
}

/** Takes over that a member of staff has sent it by hand. */
export function markSent(db: Database, staff: Staff, id: string, transactionId: string) {
  return transaction(db, async (tx) => {
    const payout = await requireAt(tx, id, ['approved'])
    await requireOwed(tx, payout)
    await leave(tx, payout, transactionId, staff)
  })
}

/** The coins are on their way: what the refund takes goes now, and the customer is told. */
async function leave(tx: Tx, payout: LockedPayout, transactionId: string, staff: Staff) {
  await tx
    .updateTable('payouts')
    .set({ status: 'sent', sent_at: sql<Date>`now()`, sent_by: staff.id })
    .set({ transaction_id: transactionId })
    .where('id', '=', payout.id)
    .execute()
  const order = await lockOrder(tx, payout.order_id)
  if (payout.refund_id) {
    const refund = await tx
      .selectFrom('refunds')
      .selectAll()
      .where('id', '=', payout.refund_id)
      .executeTakeFirstOrThrow()
    await takeEffect(tx, refund, 'succeeded')
  }
  // An order that was never delivered has nothing to take: it is over.
  if (payout.kind === 'short') await settleLocked(tx, order!, 'refunded')
  const data = about(payout)
  const told = { userId: order!.userId, data: { ...data, transaction: transactionId } }
  await record(tx, 'payout.sent', { ...told, staff })
}

/** Says that the coins have arrived. */
export function markDone(db: Database, staff: Staff, id: string) {
  return transaction(db, async (tx) => {
    const payout = await requireAt(tx, id, ['sent'])
    await tx
      .updateTable('payouts')
      .set({ status: 'done', done_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute()
    await tell(tx, staff, payout, 'payout.done')
  })
}

/**
 * Withdraws a payout that was not sent: what it spoke for is free again. Of one that is approved the coins
 * may be leaving by hand, so only who sends them takes it back.
 */
export function withdrawPayout(db: Database, staff: Staff & Roles, id: string) {
  return transaction(db, async (tx) => {
    const payout = await requireAt(tx, id, ['offered', 'given', 'approved'])
    if (payout.status === 'approved' && !may(staff, staffPayouts.sent))
      throw new Refusal(payoutRefusals.payout_approved)
    await withdraw(tx, payout, staff)
    await tell(tx, staff, payout, 'payout.withdrawn')
  })
}

export async function withdraw(tx: Tx, { id, refund_id }: LockedPayout, staff: Staff | null) {
  await tx
    .updateTable('payouts')
    .set({ status: 'withdrawn', withdrawn_at: sql<Date>`now()`, withdrawn_by: staff?.id ?? null })
    .set({ code_hash: null })
    .where('id', '=', id)
    .execute()
  if (!refund_id) return
  const refund = await tx
    .selectFrom('refunds')
    .selectAll()
    .where('id', '=', refund_id)
    .where('status', '=', 'asked')
    .executeTakeFirst()
  if (refund) await takeBackEffect(tx, refund, { status: 'canceled', failure: null })
}

/** What sending it will do: it is done and taken back. */
export async function previewPayout(db: Database, id: string) {
  const payout = await getPayout(db, id)
  if (payout.status === 'withdrawn') throw new Refusal(payoutRefusals.payout_moved)
  const { refund_id } = await db
    .selectFrom('payouts')
    .select('refund_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (refund_id) return previewEffect(db, payout.order_id, refund_id)
  const nothing = { time: [], codes: [], referrer: null, roles: [], renewal: false }
  return { ...nothing, amount: payout.amount, whole: payout.kind === 'short' }
}

const about = ({ id, order_id, kind, amount_cents, currency }: LockedPayout) => ({
  ...{ payout: id, order: order_id, kind, amount_cents, currency },
})

type Told = 'payout.approved' | 'payout.done' | 'payout.withdrawn'

async function tell(tx: Tx, staff: Staff, payout: LockedPayout, type: Told) {
  const order = await lockOrder(tx, payout.order_id)
  await record(tx, type, { userId: order!.userId, staff, data: about(payout) })
}
