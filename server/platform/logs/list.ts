import { type RawBuilder, sql } from 'kysely'
import { logs, reachableLogs } from '#contract/platform/logs.ts'
import type { Database, Tx } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import {
  counted,
  estimated,
  expectedRows,
  type Found,
  listNewest,
  newest,
  pageAmong,
  searchNewest,
  within,
} from '#server/kernel/lists/bounded-search.ts'
import { allOf } from '#server/kernel/lists/conditions.ts'
import { nextAfter, type Page, requireReachable, timestampOf } from '#server/kernel/lists/page.ts'
import { type LogFilters, narrowing, searching } from './filters.ts'
import { type Kind, matchingKinds, newestOf } from './kinds.ts'

type Wanted = LogFilters & Page
type Place = { id: number; created_at: string }
type Entry = {
  id: number
  created_at: Date
  level: number
  type: string
  message: string
  details: Record<string, unknown>
  uid: number | null
  username: string
}
type Places = Found<Place>

/** Matches beyond this number are not counted. */
const countable = 10_000

const newestFirst = sql`created_at desc, id desc`

/** Newest first. Throws `too_deep`, and `log_search_too_slow` for too few of too many matches. */
export async function listLogs(
  db: Database,
  { after, ...page }: Wanted & { after?: string | undefined },
) {
  const wanted = { ...page, beyond: beyondOf(after) }
  requireReachable(wanted, reachableLogs)
  const tooSlow = () => new Refusal(logs.list.refusals.log_search_too_slow)
  const { keys, total, total_is_estimate } = await within(db, tooSlow, async (tx) => {
    const search = searching(wanted)
    if (!search) return filter(tx, wanted)
    const { uid, details, by } = wanted
    const byMessage = uid === undefined && details === undefined && by === undefined
    const kinds = byMessage ? await matchingKinds(tx, wanted, search) : undefined
    return kinds ? findKinds(tx, kinds, wanted) : find(tx, search, wanted)
  })
  const next = nextAfter(keys, wanted, ({ id, created_at }) => `${microsIn(created_at)}_${id}`)
  return { logs: await readLogs(db, keys), next, total, total_is_estimate }
}

function beyondOf(after: string | undefined) {
  if (after === undefined) return undefined
  const [micros = '', id = ''] = after.split('_')
  return sql<boolean>`(created_at, id) < (${timestampOf(micros)}, ${id}::bigint)`
}

/** Microseconds since 1970. A `Date` has only milliseconds. */
function microsIn(moment: string): bigint {
  const [, fraction = ''] = /\.(\d+)/.exec(moment) ?? []
  const seconds = BigInt(Math.floor(Date.parse(moment) / 1000))
  return seconds * 1_000_000n + BigInt(fraction.padEnd(6, '0'))
}

function filter(tx: Tx, wanted: Wanted): Promise<Places> {
  const where = narrowing(wanted)
  return listNewest(tx, wanted, {
    matches: (limit) => sql`select id, created_at, true as fits from logs
                             where ${where} order by ${newestFirst} limit ${limit}`,
    order: newestFirst,
    most: countable,
    likely: () => estimate(tx, where),
  })
}

async function findKinds(tx: Tx, kinds: Kind[], wanted: Wanted): Promise<Places> {
  const { start_time, end_time } = wanted
  const during = narrowing({ start_time, end_time })
  const { beyond, page, limit } = wanted
  const end = beyond ? limit : (page + 1) * limit
  const newestRows = newestOf(kinds, allOf(during, beyond), end)
  const { keys } = await pageAmong<Place>(tx, wanted, newestRows, newestFirst)
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (
      select from (${newestOf(kinds, during, countable + 1)}) as matching limit ${countable + 1}
    ) as counted`.execute(tx)
  const { total } = rows[0]!
  if (total <= countable) return counted(keys, total)
  const messages = [...new Set(kinds.map(({ message }) => message))]
  const likely = await estimate(tx, allOf(during, sql`message = any(${messages})`))
  return estimated(keys, countable, likely)
}

function find(tx: Tx, search: RawBuilder<boolean>, wanted: Wanted): Promise<Places> {
  const where = narrowing(wanted)
  return searchNewest(tx, wanted, {
    recent: sql`select id, created_at, ${search} as fits from logs
                 where ${where} order by ${newestFirst} limit ${newest}`,
    all: sql`select id, created_at, true as fits from logs where ${allOf(where, search)}`,
    order: newestFirst,
    size: () => estimate(tx, where),
    isFrequent: ({ likely }) => likely > countable,
  })
}

const estimate = (tx: Tx, where: RawBuilder<boolean>) =>
  expectedRows(tx, sql`select from logs where ${where}`)

/** Reads each entry by itself, because the planner may scan the whole log for a single query. */
async function readLogs(db: Database, places: Place[]) {
  const [newest, oldest] = [places[0], places.at(-1)]
  if (!newest || !oldest) return []
  const { rows } = await sql<Entry>`
    select entry.id, entry.created_at, level, type, message, details, entry.user_id as uid,
           case when entry.user_id is null then 'system'
                when users.id is null or deleted_at is not null then 'Deleted user'
                else username end as username
      from unnest(${places.map(({ created_at }) => created_at)}::timestamptz[],
                  ${places.map(({ id }) => id)}::bigint[]) as place (created_at, id),
           lateral (
             select * from logs
              where logs.created_at = place.created_at and logs.id = place.id
                and logs.created_at between ${oldest.created_at} and ${newest.created_at} limit 1
           ) as entry
      left join users on users.id = entry.user_id
     order by entry.created_at desc, entry.id desc`.execute(db)
  return rows
}
