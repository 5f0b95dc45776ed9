import * as z from 'zod'

/** How many rows a page can have. */
export const pageSizes = [10, 25, 50, 100] as const

/** Which page of a list, counted from zero (decision 8). Spread into an endpoint's query. */
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
  .transform((text) => text.replaceAll('\0', '') || undefined)
  .optional()

/** A yes or no in a query. */
export const flag = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .optional()
