import { sql } from 'kysely'
import { reachableUsers, staffUsers } from '#contract/people/staff-users.ts'
import type { Database, Tx } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import {
  counted,
  type Found,
  newest,
  pageAmong,
  searchNewest,
  within,
} from '#server/kernel/lists/bounded-search.ts'
import { containing, startingWith } from '#server/kernel/lists/like.ts'
import { nextAfter, offsetOf, type Page, requireReachable } from '#server/kernel/lists/page.ts'
import { countUsers } from '#server/platform/users/count.ts'
import { living, ofStaff } from '#server/platform/users/living.ts'
import { selectUsers } from '#server/platform/users/users.ts'

type Wanted = Page & {
  after?: string | undefined
  search?: string | undefined
  staff?: boolean | undefined
}
type Ids = Found<{ id: number }>

/** With this many matches among the newest users, the trigram index does not help. */
const frequent = 100

const newestFirst = sql`id desc`

/** The work is bounded: see `total_is_estimate`. Refuses too high pages and slow searches. */
export async function listUsers(db: Database, { after, ...page }: Wanted) {
  const beyond = after === undefined ? undefined : sql<boolean>`id < ${after}::bigint`
  const wanted = { ...page, beyond }
  const { search, staff } = wanted
  requireReachable(wanted, reachableUsers)
  const tooSlow = () => new Refusal(staffUsers.list.refusals.user_search_too_slow)
  const { keys, known, ...totals } = await within(db, tooSlow, (tx) => {
    if (staff) return findStaff(tx, wanted)
    return search ? find(tx, wanted, search) : all(tx, wanted)
  })
  const reachable = Math.min(known, reachableUsers)
  const next = nextAfter(keys, wanted, ({ id }) => String(id))
  if (keys.length === 0) return { users: [], next, ...totals, reachable }
  const ids = keys.map(({ id }) => id)
  const rows = await selectUsers(db).where('users.id', 'in', ids).execute()
  return { users: rows.sort((a, b) => b.uid - a.uid), next, ...totals, reachable }
}

async function all(tx: Tx, wanted: Wanted): Promise<Ids> {
  const rows = await tx
    .selectFrom('users')
    .select('id')
    .where(living)
    .$if(wanted.beyond !== undefined, (query) => query.where(wanted.beyond!))
    .orderBy('id', 'desc')
    .limit(wanted.limit)
    .offset(offsetOf(wanted))
    .execute()
  return counted(rows, await countUsers(tx))
}

async function findStaff(tx: Tx, wanted: Wanted): Promise<Ids> {
  const matching = wanted.search ? matches(wanted.search) : sql<boolean>`true`
  const staff = sql`select id, ${matching} as fits from users
                     where ${ofStaff} and ${living}`
  const { keys, fitting } = await pageAmong<{ id: number }>(tx, wanted, staff, newestFirst)
  return counted(keys, fitting)
}

function find(tx: Tx, wanted: Wanted, search: string): Promise<Ids> {
  return searchNewest(tx, wanted, {
    recent: sql`
      select id, ${living} and ${matches(search)} as fits
        from (select id, username, email, deleted_at from users
               order by id desc limit ${newest}) as users`,
    all: sql`select id, true as fits from users where ${living} and ${matches(search)}`,
    order: newestFirst,
    size: () => countUsers(tx),
    isFrequent: ({ recent }) => recent >= frequent,
  })
}

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
