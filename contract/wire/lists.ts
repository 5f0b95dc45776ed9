import * as z from 'zod'
import { withAsciiDomain } from './email-address.ts'
import { refusals } from './refusals.ts'

/** The page sizes that a client can request. */
export const pageSizes = [10, 25, 50, 100] as const

/** The page number, counted from zero, and the page size. Spread into an endpoint's query. */
export function paged(defaultLimit: number) {
  return {
    page: z.coerce.number().int().min(0).max(1_000_000).default(0).meta({
      description: 'Zero-based page number',
    }),
    limit: z.coerce.number().int().min(1).max(100).default(defaultLimit).meta({
      description: 'Rows per page',
    }),
  }
}

/**
 * Paging for a list that also returns `next`: the next page neither repeats nor skips a row when
 * rows are added or removed in between. `parts` is the number of numbers in that cursor.
 */
export function continued(defaultLimit: number, parts = 1) {
  const first = parts === 1 ? '\\d{1,17}' : '\\d{0,17}'
  return {
    ...paged(defaultLimit),
    after: z
      .string()
      .regex(new RegExp(`^${first}(_\\d{1,17}){${parts - 1}}$`))
      .optional()
      .meta({
        description:
          'The `next` of the previous page. The list continues after the last row of that page, even if rows were added or removed since. Without it, `page` selects the page.',
      }),
  }
}

/** The cursor of the next page, for a list that accepts `after`. */
export const nextPage = z
  .string()
  .nullable()
  .meta({ description: 'The `after` of the next page; null if this page is not full' })

/**
 * The search text, trimmed. An empty text is the same as no search. Addresses are stored with the
 * domain in ASCII.
 */
export const search = z
  .string()
  .trim()
  .max(200, 'The search text is too long. Please shorten it')
  .transform((text) => withAsciiDomain(text) || undefined)
  .optional()

/** A boolean in a query. */
export const flag = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .optional()

/** For a page beyond the last one that a list can reach. */
export const pagingRefusals = refusals({
  too_deep: [400, 'Only {most} matches can be paged through. Please narrow the search.'],
})
