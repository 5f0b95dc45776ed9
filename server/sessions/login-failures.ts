import { sql } from 'kysely'
import { takenCodeRefusals } from '#contract/credentials.ts'
import { sessions } from '#contract/sessions.ts'
import type { Database } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { foldedHash } from '#server/kernel/folded-hash.ts'

const windowMinutes = 15
/** Failures in the window, for one name from one address or known browser. */
const perSource = 10
/** The same for one name from everywhere else than browsers that its user has signed in from. */
const perName = 50
/** Codes of an app tried for one account, from everywhere: whoever tries them knows the password. */
const codesPerUser = 20

/** Where an attempt comes from: a browser that the user has signed in from, else an address. */
export type Source = { id: string; knownBrowser: boolean }

/** An attempt to sign in: the name as typed, and the id of its user, if any. */
export type Attempt = { name: string; userId: number | undefined; source: Source }

/**
 * Counts an attempt to sign in, before its password is looked at, or refuses it with 429. Guessing
 * a name from many addresses ends up here too, but stops neither the user's own browsers nor a
 * password reset. Names without an account are counted alike.
 *
 * An account has a username and an address, which count together as well: `closed` is then true,
 * and no password is right. It is not told, since it would tell whose address it is.
 */
export async function countAttempt(db: Database, attempt: Attempt) {
  const { source } = attempt
  // Written first: of attempts that come at once, each sees those before it.
  const written = await db
    .insertInto('login_failures')
    .values(
      keysOf(attempt).map((name_hash) => ({
        name_hash,
        source: source.id,
        known_browser: source.knownBrowser,
      })),
    )
    .returning(['id', 'name_hash'])
    .execute()
  const counts = await Promise.all(written.map((row) => count(db, row.name_hash, source)))
  const [name, user] = counts as [Count, Count]
  const [refused, closed] = [exhausted(name, source), exhausted(user, source)]
  // Attempts beyond a limit do not prolong it. When only the account's count is exhausted, the
  // name's still grows: if both stopped, that would tell that they belong together.
  const idle = written.filter((_, n) => refused || (closed && n === 1)).map(({ id }) => id)
  if (idle.length > 0) await db.deleteFrom('login_failures').where('id', 'in', idle).execute()
  if (refused) throw new Refusal(sessions.login.refusals.too_many_failures)
  return { tried: name.here, closed, key: hex(written[0]!.name_hash) }
}

/**
 * Counts a code of an app before it is looked at, or refuses it with 429. Neither another browser nor
 * a new password makes these forgotten: who has the mailbox makes as many of both as they like.
 */
export async function countCode(db: Database, userId: number) {
  const source = { id: 'codes', knownBrowser: false }
  // Written first, as above.
  const { id, name_hash } = await db
    .insertInto('login_failures')
    .values({ name_hash: foldedHash(`codes ${userId}`), source: source.id, known_browser: false })
    .returning(['id', 'name_hash'])
    .executeTakeFirstOrThrow()
  if ((await count(db, name_hash, source)).here <= codesPerUser) return
  await db.deleteFrom('login_failures').where('id', '=', id).execute()
  throw new Refusal(takenCodeRefusals.too_many_code_guesses)
}

/** Counts a code that was wrong, of either kind; answers how many there were in the window. */
export async function countWrongCode(db: Database, userId: number): Promise<number> {
  const source = { id: 'wrong codes', knownBrowser: false }
  const { name_hash } = await db
    .insertInto('login_failures')
    .values({
      name_hash: foldedHash(`wrong codes ${userId}`),
      source: source.id,
      known_browser: false,
    })
    .returning('name_hash')
    .executeTakeFirstOrThrow()
  return (await count(db, name_hash, source)).here
}

type Count = { here: number; elsewhere: number }

function exhausted({ here, elsewhere }: Count, { knownBrowser }: Source) {
  return here > perSource || (!knownBrowser && elsewhere > perName)
}

function count(db: Database, name_hash: Buffer, source: Source): Promise<Count> {
  return db
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
}

/** Forgets the failed attempts from this source, once the password was right. */
export async function forgetFailures(db: Database, attempt: Attempt) {
  await db
    .deleteFrom('login_failures')
    .where('name_hash', 'in', keysOf(attempt))
    .where('source', '=', attempt.source.id)
    .execute()
}

type User = { id: number; username: string; email: string }

/** Clears all failed sign-ins of this user, who has proved to be the one. */
export async function forgetAllFailures(db: Database, { id, username, email }: User) {
  const keys = [foldedHash(username), foldedHash(email), userKey(id)]
  await db.deleteFrom('login_failures').where('name_hash', 'in', keys).execute()
}

/** The typed name's, then its account's; a name without an account has two as well. */
function keysOf({ name, userId }: Attempt) {
  return [foldedHash(name), userKey(userId ?? `of ${name}`)]
}

/** No name has a space in it. */
function userKey(of: number | string) {
  return foldedHash(`account ${of}`)
}

function hex(hash: Buffer) {
  return hash.toString('hex')
}
