import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'

const windowMinutes = 15
/** Failures in the window, for one name from one address or known browser. */
const perSource = 10
/** The same for one name from everywhere else than browsers that its user has signed in from. */
const perName = 50

/** Where an attempt comes from: a browser that the user has signed in from, else an address. */
export type Source = { id: string; knownBrowser: boolean }

/**
 * Counts an attempt to sign in, before its password is looked at, or refuses it with 429, and answers
 * the number of those from here. Guessing
 * a name from many addresses ends up here too, but stops neither the user's own browsers nor a
 * password reset. Names without an account are counted alike.
 */
export async function countAttempt(db: Database, name: string, source: Source) {
  const name_hash = hashName(name)
  // Written first: of attempts that come at once, each sees those before it.
  const { id } = await db
    .insertInto('login_failures')
    .values({ name_hash, source: source.id, known_browser: source.knownBrowser })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { here, elsewhere } = await db
    .selectFrom('login_failures')
    .select(({ fn, eb }) => [
      fn.countAll<number>().filterWhere('source', '=', source.id).as('here'),
      fn
        .countAll<number>()
        .filterWhere(eb('known_browser', '=', false))
        .as('elsewhere'),
    ])
    .where('name_hash', '=', name_hash)
    .where('failed_at', '>', sql<Date>`now() - make_interval(mins => ${windowMinutes})`)
    .executeTakeFirstOrThrow()
  if (here <= perSource && (source.knownBrowser || elsewhere <= perName)) return here
  // Trying on while refused does not prolong it.
  await db.deleteFrom('login_failures').where('id', '=', id).execute()
  throw new Refusal(
    429,
    'Too many failed attempts. Please wait a few minutes or reset your password.',
  )
}

/** Forgets what failed from here, once the password was right. */
export async function forgetFailures(db: Database, name: string, source: Source) {
  await db
    .deleteFrom('login_failures')
    .where('name_hash', '=', hashName(name))
    .where('source', '=', source.id)
    .execute()
}

/** Forgets all that failed for these names, once their user proved to be who they are. */
export async function forgetAllFailures(db: Database, names: string[]) {
  await db.deleteFrom('login_failures').where('name_hash', 'in', names.map(hashName)).execute()
}

export function hashName(name: string) {
  return createHash('sha256').update(name.toLowerCase()).digest()
}
