import { type RawBuilder, sql } from 'kysely'
import { type Database, type Tx, transaction } from './database.ts'
import { offsetOf, type Page } from './page.ts'

/** A search looks through so many of the newest rows before it asks the indexes. */
export const newest = 10_000
const patience = '4s'

/** Keys of the rows of a page, and how many match. */
export type Found<Key> = {
  keys: Key[]
  total: number
  total_is_estimate: boolean
  /** How many of the matches can be paged to: the newest. */
  known: number
}

/** Reads for as long as somebody would wait, and then throws what `tooSlow` makes. */
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

/**
 * Looks at all of `rows`, each of which says whether it `fits`. Answers how many there are, how many
 * fit, and the wanted page of those that do.
 */
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
  /** The newest rows that match, as many as are asked for, each of which `fits`. */
  matches: (limit: number) => RawBuilder<unknown>
  /** The newest first. */
  order: RawBuilder<unknown>
  /** More than so many are not counted. */
  most: number
  /** How many match, about. */
  likely: () => Promise<number>
}

/**
 * The wanted page of the matches, and how many there are: exactly as far as `most`, beyond as is likely.
 * For what is read in the order of an index.
 */
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
  /** The newest rows, as many as `newest`, with whether each `fits`. */
  recent: RawBuilder<unknown>
  /** Every row that matches, which `fits`. */
  all: RawBuilder<unknown>
  /** The newest first. */
  order: RawBuilder<unknown>
  /** How many rows there are to be searched, about. */
  size: () => Promise<number>
  /** Whether so many matches are too many for the indexes, and to be counted. */
  isFrequent: (among: { recent: number; likely: number }) => boolean
}

/**
 * The wanted page of the matches, in a table of any length. What is frequent turns up among the newest
 * rows; what does not is rare enough for the indexes.
 */
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
  // Else the planner may walk the whole table for something that is not there.
  await sql`set local enable_seqscan = off`.execute(tx)
  const found = await pageAmong<Key>(tx, wanted, all, order)
  return counted(found.keys, found.fitting)
}

export function counted<Key>(keys: Key[], total: number): Found<Key> {
  return { keys, total, total_is_estimate: false, known: total }
}

/** Of more than are counted: what is estimated stays above the `least` there are. */
export function estimated<Key>(keys: Key[], least: number, likely: number): Found<Key> {
  return {
    keys,
    total: Math.max(least, round(likely)),
    total_is_estimate: true,
    known: least,
  }
}

/** How many rows of a query the planner expects, from its statistics. */
export async function expectedRows(tx: Tx, query: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) ${query}`.execute(tx)
  return rows[0]!['QUERY PLAN'][0].Plan['Plan Rows']
}

/** To two digits: an estimate must not look like a count. */
export const round = (count: number) => Number(count.toPrecision(2))
