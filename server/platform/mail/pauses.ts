import { sql } from 'kysely'
import type { Database } from '#server/kernel/database/database.ts'
import { endThrottle, type Throttle, throttle } from '#server/kernel/http/throttle.ts'
import { foldedHash } from '#server/kernel/secrets/folded-hash.ts'

type Kind = 'verification' | 'reset' | 'taken' | 'resend'

/** Does not check whether the address has an account, so that the response cannot reveal it. */
export function beginMailPause(
  db: Database,
  kind: Kind,
  address: string,
  lengths: readonly number[],
): Promise<Throttle | undefined> {
  return throttle(db, keyOf(kind, address), lengths)
}

/** The mail has arrived and was used, so the next pause is the shortest again. */
export async function forgetMailPauses(db: Database, kind: Kind, address: string) {
  await endThrottle(db, keyOf(kind, address))
}

export function resetName({ username, email }: { username: string; email: string }) {
  return `${username} ${email}`
}

/** Each of several sign-ups with an address has its own pauses. */
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
