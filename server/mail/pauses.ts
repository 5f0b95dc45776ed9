import { sql } from 'kysely'
import type { Database } from '#server/kernel/database.ts'
import { foldedHash } from '#server/kernel/folded-hash.ts'

type Kind = 'verification' | 'reset' | 'taken' | 'resend'

/** The how many-th in a row it is, and for how many seconds it goes on. */
type Pause = { times: number; left: number }

/**
 * Begins a pause for this kind of mail to this address, or answers the one that is under way. Of
 * several lengths in seconds each pause takes the next, and the first again after a day without a
 * mail. It does not look whether the address has an account, so that it does not tell either.
 */
export async function beginMailPause(
  db: Database,
  kind: Kind,
  address: string,
  lengths: readonly number[],
): Promise<Pause | undefined> {
  const key = keyOf(kind, address)
  const now = sql<Date>`now()`
  const times = sql<number>`case when mail_pauses.began_at < now() - interval '1 day' then 1
                                 else mail_pauses.times + 1 end`
  const end = (at: typeof times) =>
    sql<Date>`now() + make_interval(secs => (${lengths}::int[])[least(${at}, ${lengths.length}::int)])`
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('mail_pauses')
    .values({ key, ends_at: end(sql`1`) })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ times, began_at: now, ends_at: end(times) })
        .where('mail_pauses.ends_at', '<=', now),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n ? undefined : readPause(db, key)
}

/** The mail has arrived and was used: the next pause is the first again. */
export async function forgetMailPauses(db: Database, kind: Kind, address: string) {
  await db.deleteFrom('mail_pauses').where('key', '=', keyOf(kind, address)).execute()
}

/** What pauses between the reset mails of an account are counted by. */
export function resetName({ username, email }: { username: string; email: string }) {
  return `${username} ${email}`
}

/** The same for verification mails: of several sign-ups at an address each has pauses of its own. */
export function verificationName({
  username,
  email,
}: {
  username?: string | undefined
  email: string
}) {
  return username === undefined ? email : `${username} ${email}`
}

function keyOf(kind: Kind, address: string) {
  return foldedHash(`${kind} ${address}`)
}

async function readPause(db: Database, key: ReturnType<typeof keyOf>): Promise<Pause> {
  const pause = await db
    .selectFrom('mail_pauses')
    .select(['times', sql<number>`ceil(extract(epoch from ends_at - now()))::int`.as('left')])
    .where('key', '=', key)
    .executeTakeFirst()
  return pause ?? { times: 1, left: 1 }
}
