import { sql } from 'kysely'
import { sessions } from '#contract/platform/sessions.ts'
import { currentPasswordRefusals, takenCodeRefusals } from '#contract/wire/credentials.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { foldedHash } from '#server/kernel/secrets/folded-hash.ts'
import { waitOf } from './wait.ts'

const windowLength = sql`interval '15 minutes'`
/** Maximum failures in the window for one name from one address or known browser. */
const perSource = 10
/** Maximum failures per name from all sources except browsers that its user has signed in from. */
const perName = 50
/** Maximum codes per account. Separate: a stolen session must not lock its owner out of sign-in. */
const codesPerUser = { signIn: 20, session: 5 }
/** Maximum wrong current passwords from all sessions of one account in the window. */
const passwordsPerUser = 10

/** A browser that the user has signed in from, otherwise an IP address. */
export type Source = { id: string; knownBrowser: boolean }

export type Attempt = { name: string; userId: number | undefined; source: Source }

/**
 * Counts a sign-in attempt before its password is checked, or refuses it with 429. The limits also
 * stop guessing a name from many addresses, but block neither the user's own browsers nor a
 * password reset. Names without an account are counted in the same way.
 *
 * An account has a username and an email address, which also share a count. If that count is
 * exhausted, `closed` is true and no password is accepted. The response does not say so, because
 * that would reveal whose address it is.
 */
export async function countAttempt(db: Database, attempt: Attempt) {
  const { source } = attempt
  // Insert first, so that each of several concurrent attempts counts the earlier ones.
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
  // Attempts beyond a limit do not prolong it. If only the account's count is exhausted, the name's
  // count still grows: if both stopped, that would reveal that they belong together.
  const idle = written.filter((_, n) => refused || (closed && n === 1)).map(({ id }) => id)
  if (idle.length > 0) await db.deleteFrom('login_failures').where('id', 'in', idle).execute()
  if (refused) throw new Refusal(sessions.login.refusals.too_many_failures)
  return { tried: name.here, closed, key: hex(written[0]!.name_hash) }
}

/**
 * Counts an authenticator code before it is checked, or refuses it with 429. Neither another
 * browser nor a new password resets this count, because anyone with access to the mailbox can
 * create many of both. Returns the id of the count, for `forgetGuess`.
 */
export async function countCode(db: Database, userId: number, at: keyof typeof codesPerUser) {
  const { id, tried } = await countFor(db, `codes ${userId} ${at}`)
  if (tried <= codesPerUser[at]) return id
  await forgetGuess(db, id)
  throw new Refusal(takenCodeRefusals.too_many_code_guesses)
}

/**
 * Counts a current password before it is checked, or refuses it with 429. The count is separate
 * from that of sign-in, so that a stolen session cannot keep its owner out.
 */
export async function countPassword(db: Database, userId: number) {
  const guess = await countFor(db, passwordKey(userId))
  if (guess.tried <= passwordsPerUser) return guess
  await forgetGuess(db, guess.id)
  const wait = waitOf(await secondsLeft(db, passwordKey(userId)))
  throw new Refusal(currentPasswordRefusals.too_many_password_guesses, { values: { wait } })
}

export async function forgetGuess(db: Database, id: number) {
  await db.deleteFrom('login_failures').where('id', '=', id).execute()
}

/** Counts a wrong code of either kind. Returns the number in the window. */
export async function countWrongCode(db: Database, userId: number): Promise<number> {
  return (await countFor(db, `wrong codes ${userId}`)).tried
}

async function countFor(db: Database, key: string) {
  const source = { id: 'account', knownBrowser: false }
  const { id, name_hash } = await db
    .insertInto('login_failures')
    .values({ name_hash: foldedHash(key), source: source.id, known_browser: false })
    .returning(['id', 'name_hash'])
    .executeTakeFirstOrThrow()
  return { id, tried: (await count(db, name_hash, source)).here }
}

/** Returns when the oldest guess under this key leaves the window, in seconds from now. */
async function secondsLeft(db: Database, key: string) {
  const { seconds } = await db
    .selectFrom('login_failures')
    .select(({ fn }) =>
      sql<number | null>`extract(epoch from ${fn.min('failed_at')} + ${windowLength} - now())`.as(
        'seconds',
      ),
    )
    .where('name_hash', '=', foldedHash(key))
    .where('failed_at', '>', sql<Date>`now() - ${windowLength}`)
    .executeTakeFirstOrThrow()
  return seconds ?? 0
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
    .where('failed_at', '>', sql<Date>`now() - ${windowLength}`)
    .executeTakeFirstOrThrow()
}

export async function forgetFailures(db: Database, attempt: Attempt) {
  await db
    .deleteFrom('login_failures')
    .where('name_hash', 'in', keysOf(attempt))
    .where('source', '=', attempt.source.id)
    .execute()
}

type User = { id: number; username: string; email: string }

/** Deletes all wrong passwords of this user, whose identity is proven. */
export async function forgetAllFailures(db: Database, { id, username, email }: User) {
  const keys = [
    ...[foldedHash(username), foldedHash(email)],
    ...[userKey(id), foldedHash(passwordKey(id))],
  ]
  await db.deleteFrom('login_failures').where('name_hash', 'in', keys).execute()
}

/** First the key of the typed name, then of its account. An unknown name has two keys as well. */
function keysOf({ name, userId }: Attempt) {
  return [foldedHash(name), userKey(userId ?? `of ${name}`)]
}

/** Names cannot contain a space, so these keys never collide with one. */
function userKey(of: number | string) {
  return foldedHash(`account ${of}`)
}

function passwordKey(userId: number) {
  return `passwords ${userId} session`
}

function hex(hash: Buffer) {
  return hash.toString('hex')
}
