import * as z from 'zod'
import { refusals } from './refusals.ts'

/** How many rows a page can have. */
export const pageSizes = [10, 25, 50, 100] as const

/** Which page of a list, counted from zero. Spread into an endpoint's query. */
export function paged(defaultLimit: number) {
  return {
    page: z.coerce.number().int().min(0).max(1_000_000).default(0).meta({
      description: 'Counted from zero',
    }),
    limit: z.coerce.number().int().min(1).max(100).default(defaultLimit).meta({
      description: 'Rows a page',
    }),
  }
}

/** What is looked for, trimmed; nothing is the same as none. */
export const search = z
  .string()
  .trim()
  .max(200, 'Please search for less text')
  .transform((text) => text || undefined)
  .optional()

/** A yes or no in a query. */
export const flag = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .optional()

/** Of a page that lies beyond those that a list leads to. */
export const pagingRefusals = refusals({
  too_deep: [400, 'Only the newest {most} matches can be paged to. Please narrow the search.'],
})
