import { sql } from 'kysely'
import type { Storage } from '#server/adapters/storage/storage.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { FilesTrouble } from '#server/kernel/network/files-trouble.ts'

/** Age at which an unreferenced file is deleted, as a PostgreSQL interval. */
const keeps = '1 day'
/** Maximum number of files per run. The next hourly run deletes the others. */
const atOnce = 1000

/** Records a file before it is written, so that it can be found if the process is killed. */
export async function beginFile(db: Database, key: string): Promise<void> {
  await db.insertInto('files_begun').values({ storage_key: key }).execute()
}

/** Throws if the upload took so long that the file was deleted. */
export async function claimFile(tx: Tx, key: string): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('files_begun')
    .where('storage_key', '=', key)
    .executeTakeFirstOrThrow()
  if (numDeletedRows !== 1n) throw new FilesTrouble('The upload took longer than a day', {})
}

export async function dropFile(db: Database, storage: Storage, key: string): Promise<void> {
  await storage.delete(key)
  await db.deleteFrom('files_begun').where('storage_key', '=', key).execute()
}

export async function forgetBegun(db: Database, storage: Storage): Promise<void> {
  const old = await db
    .selectFrom('files_begun')
    .select('storage_key')
    .where('begun_at', '<', sql<Date>`now() - ${keeps}::interval`)
    .limit(atOnce)
    .execute()
  for (const { storage_key: key } of old) {
    await transaction(db, async (tx) => {
      // A concurrent claim either has locked the row, or waits and finds it gone.
      const row = await tx
        .selectFrom('files_begun')
        .where('storage_key', '=', key)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst()
      if (row) await dropFile(tx, storage, key)
    })
  }
}
