import { sql } from 'kysely'
import { disputeRefusals } from '#contract/selling/staff-disputes.ts'
import type { Database, Tx } from '#server/kernel/database/database.ts'
import { rehearse } from '#server/kernel/database/rehearse.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { lockCreditNotes } from '#server/selling/documents/insert.ts'
import { documentOrder, type Issuer } from '#server/selling/documents/make.ts'
import { lockOrder } from '#server/selling/orders/settle.ts'
import { differenceOf, standingOf } from '#server/selling/refunds/preview.ts'
import { getDispute, lockAnswerable } from './get.ts'
import { requireRoom } from './parts.ts'
import { settleDisputed } from './settle.ts'

/** Applies the bank's decision and rolls it back. Throws the same errors as accepting. */
export function previewAccept(db: Database, issuer: Issuer, id: number) {
  return rehearse(db, async (tx) => {
    const dispute = await tx
      .selectFrom('disputes')
      .select(['order_id', 'provider_id', 'reason', 'network_reason', 'amount_cents'])
      .select(['due_at', 'opened_at'])
      .where('id', '=', id)
      .executeTakeFirst()
    const order = dispute && (await lockOrder(tx, dispute.order_id))
    if (!order) throw new Refusal(disputeRefusals.unknown_dispute)
    await lockAnswerable(tx, id)
    await requireRoom(tx, order.id, dispute.amount_cents)
    const { kept } = await getDispute(tx, id)
    await lockCreditNotes(tx, issuer.test)
    await documentOrder(tx, issuer, order.id)
    const [before, noted] = [await standingOf(tx, order), await lastCreditNote(tx, order.id)]
    const told = {
      id: dispute.provider_id,
      paymentIntentId: null,
      told: 'lost' as const,
      reason: dispute.reason,
      networkReason: dispute.network_reason,
      amountCents: dispute.amount_cents,
      dueAt: dispute.due_at,
      openedAt: dispute.opened_at,
      submissions: 0,
    }
    await settleDisputed(tx, order, { status: 'disputed', disputes: [told] })
    await documentOrder(tx, issuer, order.id)
    const { whole: _, ...effects } = differenceOf(before, await standingOf(tx, order))
    const note = await lastCreditNote(tx, order.id)
    const credit_note = note && note.id !== noted?.id ? { amount: note.amount, of: note.of } : null
    const part = await partOf(tx, id)
    const gone = part ? Math.min(kept, part.seconds) : kept
    return {
      ...effects,
      ...{ kept: gone, credit_note, amount: dispute.amount_cents, part: part !== undefined },
    }
  })
}

/** Returns the time that a lost part takes, or undefined if the dispute takes everything. */
function partOf(tx: Tx, id: number) {
  return tx
    .selectFrom('refunds')
    .innerJoin('refund_items', 'refund_id', 'refunds.id')
    .select(({ fn }) => fn.sum<number>('seconds').as('seconds'))
    .where('dispute_id', '=', id)
    .groupBy('refunds.id')
    .executeTakeFirst()
}

async function lastCreditNote(tx: Tx, orderId: string) {
  const note = await tx
    .selectFrom('documents')
    .innerJoin('documents as sale', 'sale.id', 'documents.corrects_id')
    .select(['documents.id', 'documents.total_cents', sql<string>`sale.name`.as('of')])
    .where('documents.order_id', '=', orderId)
    .where('documents.kind', '=', 'credit_note')
    .orderBy('documents.id', 'desc')
    .executeTakeFirst()
  return note && { id: note.id, amount: -note.total_cents, of: note.of }
}
