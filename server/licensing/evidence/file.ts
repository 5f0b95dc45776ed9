import type { Storage } from '#server/adapters/storage/storage.ts'
import { type Database, transaction } from '#server/kernel/database/database.ts'
import { record } from '#server/platform/events/record.ts'
import type { Staff } from '#server/platform/logs/staff.ts'

/** Returns a stored file for a staff member and logs the access. Null if the file was deleted. */
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
