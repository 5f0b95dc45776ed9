import { sql } from 'kysely'
import type { Storage } from '#server/adapters/storage/storage.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database.ts'
import { FilesTrouble } from '#server/kernel/files-trouble.ts'

/** How long after it was begun a file that nothing names is deleted, as PostgreSQL writes it. */
const keeps = '1 day'
/** Files of one run; the others are next hour's. */
const atOnce = 1000

/** Notes a file before it is written: a process that is killed leaves it to be found. */
export async function beginFile(db: Database, key: string): Promise<void> {
  await db.insertInto('files_begun').values({ storage_key: key }).execute()
}

/** The file belongs to a row that `tx` adds. Throws when it took so long that the file is gone. */
export async function claimFile(tx: Tx, key: string): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('files_begun')
    .where('storage_key', '=', key)
    .executeTakeFirstOrThrow()
  if (numDeletedRows !== 1n) throw new FilesTrouble('The file took longer than a day to arrive', {})
}

/** Deletes a file that nothing names after all. */
export async function dropFile(db: Database, storage: Storage, key: string): Promise<void> {
  await storage.delete(key)
  await db.deleteFrom('files_begun').where('storage_key', '=', key).execute()
}

/** Deletes what was written and is named by nothing. */
export async function forgetBegun(db: Database, storage: Storage): Promise<void> {
  const old = await db
    .selectFrom('files_begun')
    .select('storage_key')
    .where('begun_at', '<', sql<Date>`now() - ${keeps}::interval`)
    .limit(atOnce)
    .execute()
  for (const { storage_key: key } of old) {
    await transaction(db, async (tx) => {
      // Whoever claims it at this moment has it, or waits and finds it gone.
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
