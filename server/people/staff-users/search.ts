import { type RawBuilder, sql } from 'kysely'
import { reachableUsers, staffUsers, type UserSort } from '#contract/people/staff-users.ts'
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
import { nextAfter, offsetOf, type Page, requireReachable } from '#server/kernel/lists/page.ts'
import { countUsers } from '#server/platform/users/count.ts'
import { living, ofStaff } from '#server/platform/users/living.ts'
import { selectUsers } from '#server/platform/users/users.ts'
import { conditionOf, type UserFilters } from './filters.ts'

type UserQuery = Page & UserFilters & { after?: string | undefined; sort?: UserSort | undefined }
type Wanted = Page & { order: Order; fits: RawBuilder<boolean> | undefined; onlyStaff: boolean }
type Ids = Found<{ id: number }>
type Order = {
  /** An index has this order. */
  by: RawBuilder<unknown>
  /** Matches the users after one id, in an order by id. */
  beyond?: (id: string) => RawBuilder<boolean>
}

/** With this many matches among the first users, the indexes of the search do not help. */
const frequent = 100

const orders: Record<UserSort, Order> = {
  '-joined': { by: sql`id desc`, beyond: (id) => sql`id < ${id}::bigint` },
  joined: { by: sql`id`, beyond: (id) => sql`id > ${id}::bigint` },
  '-last_login': { by: sql`last_login_at desc nulls last, id desc` },
  last_login: { by: sql`last_login_at nulls first, id` },
}

/** The work is bounded: see `total_is_estimate`. Refuses too high pages and slow searches. */
export async function listUsers(db: Database, { after, page, limit, ...query }: UserQuery) {
  const order = orders[query.sort ?? '-joined']
  const beyond = after === undefined ? undefined : order.beyond?.(after)
  const onlyStaff = query.staff === true || (query.role !== undefined && query.role !== 'user')
  const wanted = { page, limit, beyond, order, fits: conditionOf(query), onlyStaff }
  requireReachable(wanted, reachableUsers)
  const tooSlow = () => new Refusal(staffUsers.list.refusals.user_search_too_slow)
  const { keys, known, ...totals } = await within(db, tooSlow, (tx) => findIds(tx, wanted))
  const reachable = Math.min(known, reachableUsers)
  const next = order.beyond ? nextAfter(keys, wanted, ({ id }) => String(id)) : null
  if (keys.length === 0) return { users: [], next, ...totals, reachable }
  const ids = keys.map(({ id }) => id)
  const rows = await selectUsers(db).where('users.id', 'in', ids).execute()
  const users = rows.sort((a, b) => ids.indexOf(a.uid) - ids.indexOf(b.uid))
  return { users, next, ...totals, reachable }
}

async function findIds(tx: Tx, wanted: Wanted): Promise<Ids> {
  const { fits, order, onlyStaff } = wanted
  if (onlyStaff) {
    const staff = sql`select id, last_login_at, ${fits ?? sql`true`} as fits from users
                       where ${ofStaff} and ${living}`
    const { keys, fitting } = await pageAmong<{ id: number }>(tx, wanted, staff, order.by)
    return counted(keys, fitting)
  }
  if (!fits) return all(tx, wanted)
  return searchNewest(tx, wanted, {
    recent: sql`
      select id, last_login_at, ${living} and ${fits} as fits
        from (select * from users order by ${order.by} limit ${newest}) as users`,
    all: sql`select id, last_login_at, true as fits from users where ${living} and ${fits}`,
    order: order.by,
    size: () => countUsers(tx),
    isFrequent: ({ recent }) => recent >= frequent,
  })
}

async function all(tx: Tx, wanted: Wanted): Promise<Ids> {
  const { rows } = await sql<{ id: number }>`
    select id from users where ${living} and ${wanted.beyond ?? sql`true`}
     order by ${wanted.order.by} limit ${wanted.limit} offset ${offsetOf(wanted)}`.execute(tx)
  return counted(rows, await countUsers(tx))
}
