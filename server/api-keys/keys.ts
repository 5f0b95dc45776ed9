import { sql } from 'kysely'
import { newApiKey } from '#server/kernel/api-keys.ts'
import type { Database } from '#server/kernel/database.ts'

/** Makes an API key and answers it: this once, because only its hash is kept. */
export async function createApiKey(
  db: Database,
  name: string,
  createdBy: number | null = null,
): Promise<string> {
  const { key, hash } = newApiKey()
  await db.insertInto('api_keys').values({ name, key_hash: hash, created_by: createdBy }).execute()
  return key
}

/** Ends all keys of that name and answers how many there were. */
export async function revokeApiKeys(db: Database, name: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('api_keys')
    .set({ revoked_at: sql`now()` })
    .where('name', '=', name)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}
