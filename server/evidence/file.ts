import type { Storage } from '#server/adapters/storage/storage.ts'
import { record } from '#server/events/record.ts'
import { type Database, transaction } from '#server/kernel/database.ts'
import type { Staff } from '#server/logs/staff.ts'

/** A file that is kept, to be handed to staff; that they have it is logged. Null when it is gone. */
export async function getFile(db: Database, storage: Storage, staff: Staff, id: number) {
  const kept = await db
    .selectFrom('evidence')
    .select(['storage_key', 'file_name', 'sha256', 'size'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('traced_at', 'is not', null)
    .executeTakeFirst()
  const file = kept && (await storage.get(kept.storage_key!))
  if (!file) return null
  const data = { evidence: id, sha256: kept.sha256!, size: kept.size! }
  await transaction(db, (tx) => record(tx, 'evidence.downloaded', { staff, data }))
  return { name: kept.file_name, size: file.size, stream: file.stream }
}
