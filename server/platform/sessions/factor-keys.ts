import type { Database } from '#server/kernel/database/database.ts'
import type { Keyring } from '#server/kernel/secrets/sealing.ts'
import { sealSecret, unsealSecret } from './factor-codes.ts'

/** Number of secrets that one query reads. */
const atOnce = 500

export async function hasUnreadableFactors(db: Database, { keys }: Keyring): Promise<boolean> {
  const found = await db
    .selectFrom('second_factors')
    .select('user_id')
    .where('key_id', 'not in', [...keys.keys()])
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** A leaked key can then be retired even if its users never sign in. */
export async function resealFactors(db: Database, ring: Keyring): Promise<void> {
  const former = [...ring.keys.keys()].filter((id) => id !== ring.current.id)
  if (former.length === 0) return
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('second_factors')
      .select(['user_id', 'sealed', 'key_id'])
      .where('user_id', '>', after)
      .where('key_id', 'in', former)
      .orderBy('user_id')
      .limit(atOnce)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    for (const row of rows) {
      const secret = unsealSecret(ring, row.user_id, row)
      if (secret === null) continue
      await db
        .updateTable('second_factors')
        .set(sealSecret(ring, row.user_id, secret))
        .where('user_id', '=', row.user_id)
        // The user may have signed in or set up another factor since the read.
        .where('sealed', '=', row.sealed)
        .execute()
    }
    after = last.user_id
  }
}
