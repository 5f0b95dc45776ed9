import { sql } from 'kysely'
import { type Evidence, lengthOf, mostOfAllEvidence } from '#contract/selling/dispute-evidence.ts'
import { staffDisputes } from '#contract/selling/staff-disputes.ts'
import { type Database, transaction } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { record } from '#server/platform/events/record.ts'
import type { Staff } from '#server/platform/logs/staff.ts'
import { refuseStale } from '#server/platform/logs/stale.ts'
import { lockAnswerable } from './get.ts'

type Change = Evidence & { revision?: number | undefined }

/** Changes fields of a dispute's evidence. Throws 404, 409 and 422. */
export function changeEvidence(
  db: Database,
  staff: Staff,
  id: number,
  { revision: seen, ...wanted }: Change,
) {
  return transaction(db, async (tx) => {
    const { evidence: former, revision, order_id, user_id } = await lockAnswerable(tx, id)
    await refuseStale(tx, staff, { dispute: id }, seen, revision)
    const names = (Object.keys(wanted) as (keyof Evidence)[]).filter(
      (name) => wanted[name] !== (former[name] ?? ''),
    )
    if (names.length === 0) return
    const now = { ...former, ...wanted }
    const over = lengthOf(now) - mostOfAllEvidence
    if (over > 0)
      throw new Refusal(staffDisputes.change.refusals.evidence_too_long, { values: { over } })
    await tx
      .updateTable('disputes')
      .set({ evidence: JSON.stringify(now), revision: sql`revision + 1` })
      .where('id', '=', id)
      .execute()
    // Log only the lengths of the texts, because the texts contain addresses.
    const lengths = (of: Evidence) =>
      Object.fromEntries(names.map((name) => [name, of[name]?.length ?? 0]))
    await record(tx, 'dispute.evidence_changed', {
      userId: user_id,
      staff,
      data: {
        dispute: id,
        order: order_id,
        revision: revision + 1,
        before: lengths(former),
        after: lengths(now),
      },
    })
  })
}
