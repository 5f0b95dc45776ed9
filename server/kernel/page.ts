import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { pagingRefusals } from '#contract/lists.ts'
import { Refusal } from './errors.ts'

export type Page = {
  /** Counts from 0. */
  page: number
  limit: number
  /** Whether a row comes after the last row of the page before. Without it `page` finds the rows. */
  beyond?: RawBuilder<boolean> | undefined
}

/** The moment that so many microseconds after 1970 are. */
export const momentOf = (micros: string) =>
  sql<Date>`(timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond')`

/** Says where a page ended; null when it is not full, so that no other follows. */
export function nextAfter<Row>(
  rows: readonly Row[],
  { limit }: Pick<Page, 'limit'>,
  cursorOf: (last: Row) => string,
): string | null {
  const last = rows.at(-1)
  return last && rows.length === limit ? cursorOf(last) : null
}

/** Throws `too_deep` for a page beyond the newest `most` matches. */
export function requireReachable({ page, limit }: Page, most: number) {
  if ((page + 1) * limit > most) throw new Refusal(pagingRefusals.too_deep, { values: { most } })
}

/**
 * A page of the rows of an ordered query, and how many rows it has in all. The count is the same
 * query without its columns and order, so the query must not group or combine rows.
 */
export async function pageOf<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { page, limit, beyond }: Page,
): Promise<{ rows: Row[]; total: number }> {
  const counted = query
    .clearSelect()
    .clearOrderBy()
    .select(({ fn }) => fn.countAll<number>().as('total'))
  const [rows, { total }] = await Promise.all([
    query
      .$if(beyond !== undefined, (rows) => rows.where(beyond!))
      .limit(limit)
      .offset(beyond ? 0 : page * limit)
      .execute(),
    counted.executeTakeFirstOrThrow() as Promise<{ total: number }>,
  ])
  return { rows, total }
}
