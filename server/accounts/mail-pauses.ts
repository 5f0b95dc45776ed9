import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#server/kernel/database.ts'

/**
 * Begins a pause for this kind of mail to this address, and answers false when one is under way. It
 * does not look whether the address has an account, so that it does not tell either.
 */
export async function beginMailPause(
  db: Database,
  kind: 'verification' | 'reset' | 'taken' | 'resend',
  address: string,
  seconds: number,
): Promise<boolean> {
  const key = createHash('sha256').update(`${kind} ${address.toLowerCase()}`).digest()
  const ends_at = sql<Date>`now() + make_interval(secs => ${seconds})`
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('mail_pauses')
    .values({ key, ends_at })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ ends_at })
        .where('mail_pauses.ends_at', '<=', sql<Date>`now()`),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}
