import { type RawBuilder, sql } from 'kysely'
import { logs, reachableLogs } from '#contract/logs.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { both, type LogFilters, narrowing, searching } from './filters.ts'
import { type Kind, matchingKinds, newestOf } from './kinds.ts'

type Wanted = LogFilters & { page: number; limit: number }
/** What finds an entry in its month. */
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
type Found = { places: Place[]; total: number; total_is_estimate: boolean }

/** More than so many matches are not counted. */
const countable = 10_000
/** A search looks through so many of the newest before it asks the indexes of words and facts. */
const newest = 10_000
const patience = '4s'

/**
 * A page of the log, newest first. The work is bounded however long the log is: what can be ordered
 * is read in the order of an index, and a search that finds neither enough among the newest nor
 * little enough in all is given up with 408. Throws 400 for a page beyond the reachable ones.
 */
export async function listLogs(db: Database, wanted: Wanted) {
  if ((wanted.page + 1) * wanted.limit > reachableLogs) {
    throw new Refusal(logs.list.refusals.too_deep, { values: { most: reachableLogs } })
  }
  const { places, ...totals } = await within(db, patience, async (tx) => {
    const search = searching(wanted)
    if (!search) return filter(tx, wanted)
    const byMessage = wanted.uid === undefined && wanted.details === undefined
    const kinds = byMessage ? await matchingKinds(tx, wanted, search) : undefined
    return kinds ? findKinds(tx, kinds, wanted) : find(tx, search, wanted)
  })
  return { logs: await readLogs(db, places), ...totals }
}

async function filter(tx: Tx, wanted: Wanted): Promise<Found> {
  const where = narrowing(wanted)
  const { places, fitting } = await page(
    tx,
    wanted,
    sql`select id, created_at, true as fits from logs
         where ${where} order by created_at desc, id desc limit ${countable + 1}`,
  )
  if (fitting <= countable) return { places, total: fitting, total_is_estimate: false }
  return { places, total: about(await estimate(tx, where)), total_is_estimate: true }
}

/** By the kinds of entries that match. */
async function findKinds(tx: Tx, kinds: Kind[], wanted: Wanted): Promise<Found> {
  const { start_time, end_time } = wanted
  const within = narrowing({ start_time, end_time })
  const end = (wanted.page + 1) * wanted.limit
  const { places } = await page(tx, wanted, newestOf(kinds, within, end))
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (
      select from (${newestOf(kinds, within, countable + 1)}) as matching limit ${countable + 1}
    ) as counted`.execute(tx)
  const { total } = rows[0]!
  if (total <= countable) return { places, total, total_is_estimate: false }
  const messages = [...new Set(kinds.map(({ message }) => message))]
  const likely = await estimate(tx, both(within, sql`message = any(${messages})`))
  return { places, total: about(likely), total_is_estimate: true }
}

/** Among the newest, where what is frequent turns up at once; else by the indexes for the rare. */
async function find(tx: Tx, search: RawBuilder<boolean>, wanted: Wanted): Promise<Found> {
  const where = narrowing(wanted)
  const recent = await page(
    tx,
    wanted,
    sql`select id, created_at, ${search} as fits from logs
         where ${where} order by created_at desc, id desc limit ${newest}`,
  )
  if (recent.seen < newest) {
    return { places: recent.places, total: recent.fitting, total_is_estimate: false }
  }
  const likely = (recent.fitting / newest) * (await estimate(tx, where))
  if (likely > countable && recent.fitting >= (wanted.page + 1) * wanted.limit) {
    return { places: recent.places, total: about(likely), total_is_estimate: true }
  }
  const { places, fitting } = await page(
    tx,
    wanted,
    sql`select id, created_at, true as fits from logs where ${both(where, search)}`,
  )
  return { places, total: fitting, total_is_estimate: false }
}

/** Of the rows, how many there are, how many fit, and the wanted page of those that do. */
async function page(tx: Tx, { page, limit }: Wanted, among: RawBuilder<unknown>) {
  const { rows } = await sql<{ seen: number; fitting: number; places: Place[] }>`
    with among as materialized (${among})
    select (select count(*) from among) as seen,
           (select count(*) from among where fits) as fitting,
           (select coalesce(json_agg(shown), '[]') from (
              select id, created_at from among where fits
               order by created_at desc, id desc limit ${limit} offset ${page * limit}
           ) as shown) as places`.execute(tx)
  return rows[0]!
}

/** What the planner expects, from its statistics. */
async function estimate(tx: Tx, where: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select from logs where ${where}`.execute(tx)
  return rows[0]!['QUERY PLAN'][0].Plan['Plan Rows']
}

/** Two digits tell how sure it is. It stays above what is counted. */
function about(total: number): number {
  return Math.max(countable, Number(total.toPrecision(2)))
}

async function within<T>(db: Database, time: string, read: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await transaction(db, async (tx) => {
      await sql`select set_config('statement_timeout', ${time}, true)`.execute(tx)
      return read(tx)
    })
  } catch (error) {
    const ranOut = (error as { code?: string }).code === '57014'
    throw ranOut ? new Refusal(logs.list.refusals.log_search_too_slow) : error
  }
}

/**
 * One by one, of the months that they are in: the planner, which sees only how many there are, may not
 * walk the log for them.
 */
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
