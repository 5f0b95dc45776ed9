import { sql } from 'kysely'
import type { Evidence } from '#contract/selling/dispute-evidence.ts'
import { disputeRefusals } from '#contract/selling/staff-disputes.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { shownName } from '#server/platform/users/shown-name.ts'
import { nameEvidenceFiles } from './evidence-files.ts'
import { selectDisputes } from './list.ts'
import { takesAnswer } from './states.ts'

export async function getDispute(db: Database, id: number) {
  const dispute = await selectDisputes(db)
    .leftJoin('users as answerer', 'answerer.id', 'answered_by')
    .select(['provider_id', 'total_cents as total', 'disputes.revision', 'collected_at', 'answer'])
    .select(['answered_at', 'asked_error'])
    .select(sql<Evidence>`evidence`.as('evidence'))
    .select(
      sql<boolean>`${takesAnswer('state')} and answer is null and due_at is not null`.as(
        'answerable',
      ),
    )
    .select(
      sql<string | null>`case when answered_by is not null
      then ${shownName('answerer')} end`.as('answered_by'),
    )
    .select(
      sql<number>`(
        select coalesce(-sum(seconds), 0)::bigint
          from order_items join time_entries on order_item_id = order_items.id
         where order_id = orders.id and payment_status = 'disputed' and dispute_lost_at is null
           and cause in ('freeze', 'unfreeze'))`.as('kept'),
    )
    .where('disputes.id', '=', id)
    .executeTakeFirst()
  if (!dispute) throw new Refusal(disputeRefusals.unknown_dispute)
  const { order, evidence, answerable } = dispute
  return { ...dispute, files: answerable ? await nameEvidenceFiles(db, order, evidence) : [] }
}

/** Locks a dispute that the bank still accepts an answer to. Throws 404 and 409. */
export async function lockAnswerable(db: Database, id: number) {
  const dispute = await db
    .selectFrom('disputes')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select(['disputes.id', 'provider_id', 'order_id', 'user_id', 'amount_cents', 'answer'])
    .select(['revision', sql<Evidence>`evidence`.as('evidence')])
    .select(sql<boolean>`${takesAnswer('state')} and due_at is not null`.as('open'))
    .where('disputes.id', '=', id)
    .forUpdate('disputes')
    .executeTakeFirst()
  if (!dispute) throw new Refusal(disputeRefusals.unknown_dispute)
  if (dispute.answer) throw new Refusal(disputeRefusals.dispute_answered)
  if (!dispute.open) throw new Refusal(disputeRefusals.dispute_over)
  return dispute
}
