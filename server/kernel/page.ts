import type { SelectQueryBuilder } from 'kysely'
import { pagingRefusals } from '#contract/lists.ts'
import { Refusal } from './errors.ts'

/** `page` counts from 0. */
export type Page = { page: number; limit: number }

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
  { page, limit }: Page,
): Promise<{ rows: Row[]; total: number }> {
  const counted = query
    .clearSelect()
    .clearOrderBy()
    .select(({ fn }) => fn.countAll<number>().as('total'))
  const [rows, { total }] = await Promise.all([
    query
      .limit(limit)
      .offset(page * limit)
      .execute(),
    counted.executeTakeFirstOrThrow() as Promise<{ total: number }>,
  ])
  return { rows, total }
}
