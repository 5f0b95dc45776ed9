import { sql } from 'kysely'
import { undoHours, undoRefusals } from '#contract/licensing/staff-revocations.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { waitForLock } from '#server/kernel/database/named-lock.ts'
import { rehearse } from '#server/kernel/database/rehearse.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { record } from '#server/platform/events/record.ts'
import type { Staff } from '#server/platform/logs/staff.ts'
import { effectsOf } from './effects.ts'

/** Restores the former state of builds. Throws 404, and 409 if it is too late or already undone. */
export function undoRevocation(db: Database, staff: Staff, id: number) {
  return transaction(db, async (tx) => {
    const { userId, effects } = await undo(tx, staff, id)
    const { customers, builds, before, after } = effects
    await record(tx, 'build.restored', {
      staff,
      ...(userId !== null && { userId }),
      data: { revocation: id, customers, builds, before, after },
    })
    return { effects }
  })
}

/** Performs it in a transaction that is rolled back. Throws in the same cases. */
export function previewUndo(db: Database, staff: Staff, id: number) {
  return rehearse(db, async (tx) => (await undo(tx, staff, id)).effects)
}

async function undo(tx: Tx, staff: Staff, id: number) {
  await waitForLock(tx, 'loader.revocations')
  const found = await tx
    .selectFrom('build_revocations')
    .select(['user_id', 'undone_at'])
    .select(
      sql<boolean>`state = 'revoked' and created_at <= now() - make_interval(hours => ${undoHours})`.as(
        'over',
      ),
    )
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw new Refusal(undoRefusals.unknown_revocation)
  if (found.undone_at) throw new Refusal(undoRefusals.undone_already)
  if (found.over) throw new Refusal(undoRefusals.undo_over)
  await tx
    .updateTable('build_revocations')
    .set({ undone_at: sql`now()`, undone_by: staff.id })
    .where('id', '=', id)
    .execute()
  return { userId: found.user_id, effects: await effectsOf(tx, id, 'undo') }
}
