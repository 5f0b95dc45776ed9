import { sql } from 'kysely'
import { evidenceDays, evidenceRefusals } from '#contract/licensing/staff-evidence.ts'
import type { Storage } from '#server/adapters/storage/storage.ts'
import { unlessBackingUp } from '#server/kernel/database/backup-lock.ts'
import type { Database, Tx } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { record } from '#server/platform/events/record.ts'
import type { Staff } from '#server/platform/logs/staff.ts'
import { dropFile } from './keep.ts'

/** The row keeps the reason. Throws `unknown_evidence` and `backup_running`. */
export async function removeEvidence(
  db: Database,
  storage: Storage,
  staff: Staff,
  { id, reason }: { id: number; reason: string },
) {
  const done = await unlessBackingUp(db, async (tx) => {
    const kept = await lockKept(tx, id)
    if (!kept) throw new Refusal(evidenceRefusals.unknown_evidence)
    await markDeleted(tx, id, { deleted_by: staff.id, deletion_reason: reason })
    const { sha256, size } = kept
    await record(tx, 'evidence.deleted', { staff, data: { evidence: id, sha256, size, reason } })
    // The file is deleted last: if that fails, everything stays. If only the commit fails, staff
    // can delete the evidence again.
    await storage.delete(kept.storage_key)
  })
  if (!done) throw new Refusal(evidenceRefusals.backup_running)
  return null
}

export async function forgetEvidence(db: Database, storage: Storage) {
  const old = await db
    .selectFrom('evidence')
    .select(['id', 'traced_at', 'storage_key'])
    .where('storage_key', 'is not', null)
    .where(
      sql<boolean>`created_at < now() - case when traced_at is null then interval '1 day'
                                             else make_interval(days => ${evidenceDays}) end`,
    )
    .execute()
  for (const { id, traced_at, storage_key } of old) {
    const done = await unlessBackingUp(db, async (tx) => {
      if (!traced_at) return dropFile(tx, storage, { id, key: storage_key! })
      if (!(await lockKept(tx, id))) return
      await markDeleted(tx, id, {
        deletion_reason: `Retention period of ${evidenceDays} days ended`,
      })
      await storage.delete(storage_key!)
    })
    if (!done) throw new Error('A backup is running. This is done afterwards')
  }
}

async function lockKept(tx: Tx, id: number) {
  const row = await tx
    .selectFrom('evidence')
    .select(['storage_key', 'sha256', 'size'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('traced_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  return row && { storage_key: row.storage_key!, sha256: row.sha256!, size: row.size! }
}

async function markDeleted(
  tx: Tx,
  id: number,
  by: { deleted_by?: number; deletion_reason: string },
) {
  await tx
    .updateTable('evidence')
    .set({ ...by, storage_key: null, deleted_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}
