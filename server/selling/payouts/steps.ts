import { sql } from 'kysely'
import { payoutRefusals } from '#contract/selling/staff-payouts.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { record } from '#server/platform/events/record.ts'
import type { Staff } from '#server/platform/logs/staff.ts'
import type { Issuer } from '#server/selling/documents/make.ts'
import { forgetAddresses } from '#server/selling/orders/payout-addresses.ts'
import { movePayout } from '#server/selling/orders/payout-status.ts'
import { lockOrder, settleLocked } from '#server/selling/orders/settle.ts'
import {
  aboutPayout,
  movedTo,
  tellByItself,
  tellDecision,
} from '#server/selling/orders/tell-payout.ts'
import { takeEffect } from '#server/selling/refunds/effects.ts'
import { previewEffect } from '#server/selling/refunds/preview.ts'
import { lockByHand, requireNoOther } from './claim.ts'
import { isExpired } from './lightning.ts'
import { requireOwed } from './owed.ts'
import { getPayout, type LockedPayout, lockPayoutFor } from './read.ts'

type Approval = { address: string; by_server: boolean; reason: string }

/** Approves the address that the staff member saw. With `by_server`, the server sends it. */
export function approvePayout(db: Database, staff: Staff, id: string, wanted: Approval) {
  const { address, by_server, reason } = wanted
  return transaction(db, async (tx) => {
    const payout = await lockPayoutFor(tx, id, 'approve')
    if (payout.address !== address) throw new Refusal(payoutRefusals.payout_moved)
    if (isExpired(address)) throw new Refusal(payoutRefusals.invoice_expired)
    await requireOwed(tx, payout)
    await movePayout(tx, payout, 'approve', {
      approved_at: sql<Date>`now()`,
      approved_by: staff.id,
      by_server,
    })
    await tellDecision(tx, payout, 'payout.approved', { staff, reason })
  })
}

export function markSent(db: Database, staff: Staff, id: string, transactionId: string) {
  return transaction(db, async (tx) => {
    const payout = await lockByHand(tx, id)
    await requireNoOther(tx, staff, payout)
    if (payout.claimed_by === null) throw new Refusal(payoutRefusals.payout_unclaimed)
    await requireOwed(tx, payout)
    await leave(tx, payout, transactionId, staff)
  })
}

/** Applies the refund and notifies the customer. Returns the sent payout. */
export async function leave(
  tx: Tx,
  payout: LockedPayout,
  transactionId: string | null,
  staff: Staff | null,
) {
  const sent = await movePayout(tx, payout, 'send', {
    sent_at: sql<Date>`now()`,
    sent_by: staff?.id ?? null,
    transaction_id: transactionId,
  })
  if (payout.refund_id) {
    const refund = await tx
      .selectFrom('refunds')
      .selectAll()
      .where('id', '=', payout.refund_id)
      .executeTakeFirstOrThrow()
    await takeEffect(tx, refund, 'succeeded')
  }
  // An undelivered order has nothing to revoke. It may have been paid in full since.
  if (payout.kind === 'short') {
    const order = (await lockOrder(tx, payout.order_id))!
    if (order.status !== 'finished') await settleLocked(tx, order, 'refunded')
  }
  const userId = payout.user_id
  const data = { ...aboutPayout(payout), transaction: transactionId }
  if (staff)
    await record(tx, 'payout.sent', {
      ...{ userId, staff },
      data: { ...data, ...movedTo(payout, sent.status) },
    })
  else await record(tx, 'payout.sent_by_server', { userId, data })
  await forgetAddresses(tx, userId)
  return sent
}

export function markDone(db: Database, staff: Staff, id: string) {
  return transaction(db, async (tx) => {
    const payout = await lockPayoutFor(tx, id, 'complete')
    await arrive(tx, payout, staff)
  })
}

export async function arrive(tx: Tx, payout: LockedPayout, staff: Staff | null) {
  const done = await movePayout(tx, payout, 'complete', { done_at: sql<Date>`now()` })
  if (!staff) return tellByItself(tx, payout, 'payout.done_by_server')
  const data = { ...aboutPayout(payout), ...movedTo(payout, done.status) }
  await record(tx, 'payout.done', { userId: payout.user_id, staff, data })
}

/** Shows the effects of sending a payout: sends it in a transaction that is rolled back. */
export async function previewPayout(db: Database, issuer: Issuer, id: string) {
  const payout = await getPayout(db, id)
  if (payout.status === 'withdrawn') throw new Refusal(payoutRefusals.payout_moved)
  const { refund_id, created_at } = await db
    .selectFrom('payouts')
    .select(['refund_id', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (refund_id) {
    const offer = { refundId: refund_id, offeredAt: created_at }
    return previewEffect(db, issuer, payout.order_id, offer)
  }
  const nothing = {
    time: [],
    codes: [],
    referrer: null,
    reward_seconds: 0,
    roles: [],
    renewal: false,
    credit_note: null,
  }
  return { ...nothing, amount: payout.amount, whole: payout.kind === 'short' }
}
