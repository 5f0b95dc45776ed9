import { type RawBuilder, sql } from 'kysely'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { offsetOf, type Page } from './page.ts'

/** The number of rows, the first in the order of the list, that a search scans before it uses the indexes. */
export const newest = 10_000
const patience = '4s'

export type Found<Key> = {
  keys: Key[]
  total: number
  total_is_estimate: boolean
  /** The number of matches that can be reached by paging, in the order of the list. */
  known: number
}

/** Runs `read` with a statement timeout, and throws the error of `tooSlow` if it is exceeded. */
export async function within<T>(
  db: Database,
  tooSlow: () => Error,
  read: (tx: Tx) => Promise<T>,
): Promise<T> {
  try {
    return await transaction(db, async (tx) => {
      await sql`select set_config('statement_timeout', ${patience}, true)`.execute(tx)
      return read(tx)
    })
  } catch (error) {
    throw (error as { code?: string }).code === '57014' ? tooSlow() : error
  }
}

/** Scans all `rows`, each of which has a column `fits`, and returns a page of those that fit. */
export async function pageAmong<Key>(
  tx: Tx,
  wanted: Page,
  rows: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
) {
  const answer = await sql<{ seen: number; fitting: number; keys: Key[] }>`
    with among as materialized (${rows})
    select (select count(*) from among) as seen,
           (select count(*) from among where fits) as fitting,
           (select coalesce(json_agg(shown), '[]') from (
              select * from among where fits and ${wanted.beyond ?? sql`true`}
               order by ${order} limit ${wanted.limit} offset ${offsetOf(wanted)}
           ) as shown) as keys`.execute(tx)
  return answer.rows[0]!
}

type Listing = {
  /** The newest matching rows, at most `limit`, each with `fits`. */
  matches: (limit: number) => RawBuilder<unknown>
  /** Newest first. */
  order: RawBuilder<unknown>
  /** The maximum number of matches that are counted. */
  most: number
  likely: () => Promise<number>
}

/** For queries that read in the order of an index. The total is exact up to `most`. */
export async function listNewest<Key>(
  tx: Tx,
  wanted: Page,
  { matches, order, most, likely }: Listing,
): Promise<Found<Key>> {
  const { keys, fitting } = await pageAmong<Key>(tx, wanted, matches(most + 1), order)
  if (fitting <= most) return counted(keys, fitting)
  return estimated(keys, most, await likely())
}

type Search = {
  /** The first rows, at most `newest`, each with a column `fits`. */
  recent: RawBuilder<unknown>
  /** Every matching row, with `fits`. */
  all: RawBuilder<unknown>
  order: RawBuilder<unknown>
  size: () => Promise<number>
  /** Whether there are too many matches to search by index and count. */
  isFrequent: (among: { recent: number; likely: number }) => boolean
}

/** A frequent match appears among the newest rows. Any other is rare enough for the indexes. */
export async function searchNewest<Key>(
  tx: Tx,
  wanted: Page,
  { recent, all, order, size, isFrequent }: Search,
): Promise<Found<Key>> {
  const { seen, fitting, keys } = await pageAmong<Key>(tx, wanted, recent, order)
  if (seen < newest) return counted(keys, fitting)
  const likely = (fitting / newest) * (await size())
  const isThere = keys.length === wanted.limit
  if (isThere && isFrequent({ recent: fitting, likely })) {
    return estimated(keys, fitting, likely)
  }
  // Otherwise the planner may scan the whole table for a value that does not exist.
  await sql`set local enable_seqscan = off`.execute(tx)
  const found = await pageAmong<Key>(tx, wanted, all, order)
  return counted(found.keys, found.fitting)
}

export function counted<Key>(keys: Key[], total: number): Found<Key> {
  return { keys, total, total_is_estimate: false, known: total }
}

/** Describes a result with more than `least` matches. The estimate is never below `least`. */
export function estimated<Key>(keys: Key[], least: number, likely: number): Found<Key> {
  return {
    keys,
    total: Math.max(least, round(likely)),
    total_is_estimate: true,
    known: least,
  }
}

/** The number of rows that the planner expects from a query, based on its statistics. */
export async function expectedRows(tx: Tx, query: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) ${query}`.execute(tx)
  return rows[0]!['QUERY PLAN'][0].Plan['Plan Rows']
}

/** Rounds to two significant digits, so that an estimate does not look like a count. */
export const round = (count: number) => Number(count.toPrecision(2))
