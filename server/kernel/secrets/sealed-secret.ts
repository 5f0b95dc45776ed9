import { randomBytes } from 'node:crypto'
import type { Database } from '#server/kernel/database/database.ts'
import { type Keyring, seal, unseal } from './sealing.ts'

const contextOf = (name: string) => `sealed_secrets/${name}`

/**
 * Returns the secret of this name, and creates it on the first call. Null if this process has no
 * key that decrypts it. A stored secret is never replaced, because stored data depends on it.
 */
export async function sealedSecret(
  db: Database,
  ring: Keyring,
  name: string,
): Promise<Buffer | null> {
  const fresh = randomBytes(32).toString('base64')
  await db
    .insertInto('sealed_secrets')
    .values({ name, ...seal(ring, fresh, contextOf(name)) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db
    .selectFrom('sealed_secrets')
    .select(['sealed', 'key_id'])
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  const text = unseal(ring, row, contextOf(name))
  if (text !== null && row.key_id !== ring.current.id) {
    await db
      .updateTable('sealed_secrets')
      .set(seal(ring, text, contextOf(name)))
      .where('name', '=', name)
      // Another process may have encrypted it again.
      .where('sealed', '=', row.sealed)
      .execute()
  }
  return text === null ? null : Buffer.from(text, 'base64')
}
