import { sql } from 'kysely'
import type { Database } from '#server/kernel/database.ts'
import { foldedHash } from '#server/kernel/folded-hash.ts'
import { endThrottle, type Throttle, throttle } from '#server/kernel/throttle.ts'

type Kind = 'verification' | 'reset' | 'taken' | 'resend'

/**
 * Begins a pause for this kind of mail to this address, or answers the one that is under way. It does
 * not look whether the address has an account, so that it does not tell either.
 */
export function beginMailPause(
  db: Database,
  kind: Kind,
  address: string,
  lengths: readonly number[],
): Promise<Throttle | undefined> {
  return throttle(db, keyOf(kind, address), lengths)
}

/** The mail has arrived and was used: the next pause is the first again. */
export async function forgetMailPauses(db: Database, kind: Kind, address: string) {
  await endThrottle(db, keyOf(kind, address))
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
  return sql<string>`'mail ' || encode(${foldedHash(`${kind} ${address}`)}, 'hex')`
}
