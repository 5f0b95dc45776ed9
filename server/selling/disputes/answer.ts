import { sql } from 'kysely'
import { lengthOf } from '#contract/selling/dispute-evidence.ts'
import { staffDisputes } from '#contract/selling/staff-disputes.ts'
import type { CardProvider } from '#server/adapters/payments/card-provider.ts'
import { type Database, transaction } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { record } from '#server/platform/events/record.ts'
import type { Staff } from '#server/platform/logs/staff.ts'
import { refuseStale } from '#server/platform/logs/stale.ts'
import { askBank } from './ask-bank.ts'
import { lockAnswerable } from './get.ts'
import { requireRoom } from './parts.ts'

/** The answer is final. It is stored first so that a job can resend it. Throws 404, 409, 422. */
export async function submitEvidence(
  db: Database,
  card: CardProvider,
  staff: Staff,
  id: number,
  { revision, reason }: { revision: number; reason: string },
) {
  await claim(db, staff, id, { answer: 'submitted', reason, seen: revision })
  await askBank(db, card, id)
}

/** Accepts a dispute. This is final. Throws 404 and 409. */
export async function acceptDispute(
  db: Database,
  card: CardProvider,
  staff: Staff,
  id: number,
  reason: string,
) {
  await claim(db, staff, id, { answer: 'accepted', reason })
  await askBank(db, card, id)
}

type Answer = { answer: 'submitted' | 'accepted'; reason: string; seen?: number }

function claim(db: Database, staff: Staff, id: number, { answer, reason, seen }: Answer) {
  return transaction(db, async (tx) => {
    const { evidence, revision, order_id, user_id, amount_cents } = await lockAnswerable(tx, id)
    await refuseStale(tx, staff, { dispute: id }, seen, revision)
    if (answer === 'accepted') await requireRoom(tx, order_id, amount_cents)
    if (answer === 'submitted' && lengthOf(evidence) === 0)
      throw new Refusal(staffDisputes.submit.refusals.no_evidence)
    await tx
      .updateTable('disputes')
      .set({ answer, answered_by: staff.id, asked_at: sql<Date>`now()`, asked_error: null })
      .where('id', '=', id)
      .execute()
    await record(tx, 'dispute.answered', {
      userId: user_id,
      staff,
      data: { dispute: id, order: order_id, amount_cents, answer, reason },
    })
  })
}
