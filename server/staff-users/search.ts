import { type RawBuilder, sql } from 'kysely'
import { pagingRefusals } from '#contract/lists.ts'
import { reachableUsers, users } from '#contract/users.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { containing, startingWith } from '#server/kernel/like.ts'
import { countUsers } from '#server/overview/users.ts'
import { living } from '#server/users/living.ts'
import { selectUsers } from '#server/users/users.ts'

type Wanted = {
  page: number
  limit: number
  search?: string | undefined
  staff?: boolean | undefined
}
type Found = { ids: number[]; total: number; total_is_estimate: boolean; reachable: number }

/** The search looks through this many of the newest users first: a frequent text is found there. */
const newest = 10_000
/** A text with this many matches among them is too frequent for the trigram index to be of use. */
const frequent = 100
const patience = '4s'

/**
 * A page of users, newest first. The work is bounded whatever the number of users: see the answer's
 * `total_is_estimate`. Refuses pages beyond what can be paged to, and a search without end.
 */
export async function listUsers(db: Database, wanted: Wanted) {
  const { page, limit, search, staff } = wanted
  if ((page + 1) * limit > reachableUsers) {
    throw new Refusal(pagingRefusals.too_deep, { values: { most: reachableUsers } })
  }
  const { ids, ...totals } = await transaction(db, async (tx) => {
    await sql`select set_config('statement_timeout', ${patience}, true)`.execute(tx)
    if (staff) return findStaff(tx, wanted)
    return search ? find(tx, wanted, search) : all(tx, wanted)
  }).catch((error) => {
    throw ranOutOfTime(error) ? new Refusal(users.list.refusals.user_search_too_slow) : error
  })
  if (ids.length === 0) return { users: [], ...totals }
  const rows = await selectUsers(db).where('users.id', 'in', ids).execute()
  return { users: rows.sort((a, b) => b.uid - a.uid), ...totals }
}

async function all(tx: Tx, wanted: Wanted): Promise<Found> {
  const rows = await tx
    .selectFrom('users')
    .select('id')
    .where(living)
    .orderBy('id', 'desc')
    .limit(wanted.limit)
    .offset(wanted.page * wanted.limit)
    .execute()
  const total = await countUsers(tx)
  const ids = rows.map(({ id }) => id)
  return { ids, total, total_is_estimate: false, reachable: Math.min(total, reachableUsers) }
}

async function findStaff(tx: Tx, wanted: Wanted): Promise<Found> {
  const matching = wanted.search ? matches(wanted.search) : sql<boolean>`true`
  return pageAmong(
    tx,
    wanted,
    sql`select id from users
    where (admin or support) and deleted_at is null and ${matching}`,
  )
}

/**
 * Among the newest, where the frequent is found at once; else by the indexes, which are for the
 * rare.
 */
async function find(tx: Tx, wanted: Wanted, search: string): Promise<Found> {
  const recent = await pageAmong(
    tx,
    wanted,
    sql`
    select id
      from (select id, username, email, deleted_at from users order by id desc limit ${newest}) as users
     where deleted_at is null and ${matches(search)}`,
  )
  const known = await countUsers(tx)
  if (recent.total >= frequent && known > newest) {
    const likely = round((recent.total / newest) * known)
    return { ...recent, total: Math.max(recent.total, likely), total_is_estimate: true }
  }
  // The planner must not walk the table in the hope to come across something that is not there.
  await sql`set local enable_seqscan = off`.execute(tx)
  return pageAmong(
    tx,
    wanted,
    sql`select id from users where deleted_at is null and ${matches(search)}`,
  )
}

/** The wanted page of these, all of which are looked at, the newest first. */
async function pageAmong(
  tx: Tx,
  { page, limit }: Wanted,
  query: RawBuilder<unknown>,
): Promise<Found> {
  const { rows } = await sql<{ total: number; ids: string[] }>`
    with found as materialized (${query})
    select (select count(*) from found) as total,
           array(select id from found order by id desc
                  limit ${limit} offset ${page * limit}) as ids`.execute(tx)
  const { total, ids } = rows[0]!
  const reachable = Math.min(total, reachableUsers)
  return { ids: ids.map(Number), total, total_is_estimate: false, reachable }
}

/** A text anywhere in the name or the address, or the whole of an id or a Discord id. */
function matches(search: string) {
  const text = search.toLowerCase()
  const short = text.length < 3
  const named = short
    ? sql`lower(username) like ${startingWith(text)}`
    : sql`lower(username || ' ' || email) like ${containing(text)}`
  const uid = /^[1-9]\d{0,14}$/.test(text) ? sql`or id = ${Number(text)}` : sql``
  const discord = /^\d{5,20}$/.test(text)
    ? sql`or id = (select user_id from discord_links where discord_id = ${text})`
    : sql``
  return sql<boolean>`(${named} ${uid} ${discord})`
}

/** To two digits: an estimate must not look like a count. */
const round = (count: number) => Number(count.toPrecision(2))

const ranOutOfTime = (error: unknown) => (error as { code?: string }).code === '57014'
