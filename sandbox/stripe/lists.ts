import type Stripe from 'stripe'
import * as z from 'zod'
import { readParams } from './session-params.ts'

const seconds = z.coerce.number().int()

const paging = {
  limit: z.coerce.number().int().min(1).max(100).default(10),
  starting_after: z.string().optional(),
  ending_before: z.string().optional(),
  created: z
    .union([
      seconds.transform((at) => ({ gte: at, lte: at, gt: undefined, lt: undefined })),
      z.strictObject({
        gt: seconds.optional(),
        gte: seconds.optional(),
        lt: seconds.optional(),
        lte: seconds.optional(),
      }),
    ])
    .optional(),
}

type Listed = {
  id: string
  created: number
}

/**
 * A page of objects, newest first. `filters` are the additional parameters of this list. Each names
 * a field that must equal the given value.
 */
export function listPage<T extends Listed>(
  url: string,
  all: T[],
  params: Parameters<typeof readParams>[1],
  filters: readonly (keyof T & string)[] = [],
): Stripe.ApiList<T> {
  const names = Object.fromEntries(filters.map((name) => [name, z.string().optional()]))
  const query = readParams(z.strictObject({ ...paging, ...names }), params)
  const wanted = query as Record<string, unknown>
  const { gt = -1, gte = 0, lt = Infinity, lte = Infinity } = query.created ?? {}
  const matching = all
    .toReversed()
    .filter(({ created: at }) => at > gt && at >= gte && at < lt && at <= lte)
    .filter((row) => filters.every((name) => !wanted[name] || row[name] === wanted[name]))
  const place = (id: string | undefined) => matching.findIndex((row) => row.id === id)
  const { limit } = query
  if (query.ending_before) {
    const end = Math.max(place(query.ending_before), 0)
    const data = matching.slice(Math.max(end - limit, 0), end)
    return { object: 'list', data, has_more: end > limit, url }
  }
  const start = query.starting_after ? place(query.starting_after) + 1 : 0
  const data = matching.slice(start, start + limit)
  return { object: 'list', data, has_more: start + limit < matching.length, url }
}
