import { sql } from 'kysely'
import type { ServiceName } from '#contract/platform/health.ts'
import type { KeysOf } from '#server/kernel/config/service-keys.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { type Keyring, seal, unseal } from '#server/kernel/secrets/sealing.ts'

const mostGuesses = 5
const contextOf = (service: ServiceName) => `service_trials/${service}`

type Trial<Name extends ServiceName> = { service: Name; keys: KeysOf<Name>; expects: string }

/** Stores keys for 15 minutes, until they are proven. Replaces the keys of an earlier trial. */
export async function beginTrial<Name extends ServiceName>(
  db: Database,
  ring: Keyring,
  { service, keys, expects }: Trial<Name>,
): Promise<string> {
  const fresh = {
    id: sql<string>`gen_random_uuid()`,
    ...seal(ring, JSON.stringify(keys), contextOf(service)),
    expects,
    guesses: 0,
    heard_at: null,
    missigned_at: null,
    expires_at: sql<Date>`now() + interval '15 minutes'`,
  }
  const { id } = await db
    .insertInto('service_trials')
    .values({ service, ...fresh })
    .onConflict((conflict) => conflict.column('service').doUpdateSet(fresh))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Null without a trial, if it expired or had too many guesses, or another key sealed it. */
export async function readTrial<Name extends ServiceName>(
  db: Database,
  ring: Keyring,
  service: Name,
) {
  const row = await db
    .selectFrom('service_trials')
    .select(['id', 'sealed', 'key_id', 'expects'])
    .where('service', '=', service)
    .where('guesses', '<', mostGuesses)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  const opened = row && unseal(ring, row, contextOf(service))
  if (!opened) return null
  return { id: row.id, keys: JSON.parse(opened) as KeysOf<Name>, expects: row.expects }
}

/** Returns false after too many guesses. */
export async function takeGuess(db: Database, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('service_trials')
    .set({ guesses: sql`guesses + 1` })
    .where('id', '=', id)
    .where('guesses', '<', mostGuesses)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function noteHeard(db: Database, id: string, signed: boolean) {
  await db
    .updateTable('service_trials')
    .set(signed ? { heard_at: sql`now()` } : { missigned_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

export async function endTrial(db: Database, id: string) {
  await db.deleteFrom('service_trials').where('id', '=', id).execute()
}
