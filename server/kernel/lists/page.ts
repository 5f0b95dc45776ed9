import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { pagingRefusals } from '#contract/wire/lists.ts'
import { Refusal } from '#server/kernel/http/errors.ts'

export type Page = {
  /** Counts from 0. */
  page: number
  limit: number
  /** Matches the rows after the last row of the previous page. If omitted, `page` finds the rows. */
  beyond?: RawBuilder<boolean> | undefined
}

export const offsetOf = ({ page, limit, beyond }: Page) => (beyond ? 0 : page * limit)

/** Microseconds since 1970 as text: a `Date` only has milliseconds. */
export const microsOf = (column: string) =>
  sql<string | null>`(extract(epoch from ${sql.ref(column)}) * 1000000)::bigint::text`

export const timestampOf = (micros: string) =>
  sql<Date>`(timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond')`

/** The cursor of the next page; null if this page is not full, because none follows. */
export function nextAfter<Row>(
  rows: readonly Row[],
  { limit }: Pick<Page, 'limit'>,
  cursorOf: (last: Row) => string,
): string | null {
  const last = rows.at(-1)
  return last && rows.length === limit ? cursorOf(last) : null
}

export function requireReachable({ page, limit }: Page, most: number) {
  if ((page + 1) * limit > most) throw new Refusal(pagingRefusals.too_deep, { values: { most } })
}

/** Counts by the same query without columns and order, so it must not group or combine rows. */
export async function pageOf<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  page: Page,
): Promise<{ rows: Row[]; total: number }> {
  const counted = query
    .clearSelect()
    .clearOrderBy()
    .select(({ fn }) => fn.countAll<number>().as('total'))
  const [rows, { total }] = await Promise.all([
    query
      .$if(page.beyond !== undefined, (rows) => rows.where(page.beyond!))
      .limit(page.limit)
      .offset(offsetOf(page))
      .execute(),
    counted.executeTakeFirstOrThrow() as Promise<{ total: number }>,
  ])
  return { rows, total }
}
