import type * as z from 'zod'
import type { Endpoint, Result } from '#contract/wire/endpoint.ts'
import { api } from '../../api/client.ts'
import type { Arguments } from '../../api/request.ts'
import { readList } from './address.ts'

type ListEndpoint = Endpoint & { query: z.ZodObject; result: z.ZodObject }

type ListOptions<E extends ListEndpoint> = {
  /** Filters of the endpoint with the same names in the URL. Invalid values are ignored. */
  filters?: readonly (keyof E['query']['shape'] & string)[]
  /** The page size if the URL has none. */
  limit?: number
}

/**
 * Loads the page of a list that the URL asks for. `narrowed` says whether the search or a filter is
 * set.
 */
export async function loadList<E extends ListEndpoint>(
  request: Request,
  endpoint: E,
  { filters = [], limit: usual }: ListOptions<E> = {},
) {
  const { query, page, limit, after, search } = readList(request, { limit: usual })
  const { shape } = endpoint.query
  const given = filters.map((name) => {
    const text = query.get(name) || undefined
    return [name, shape[name].safeParse(text).success ? text : undefined] as const
  })
  const wanted = {
    page,
    limit,
    ...('after' in shape && { after }),
    ...('search' in shape && { search }),
    ...Object.fromEntries(given),
  }
  const found = await api(endpoint, ...([{ query: wanted }] as unknown as Arguments<E>))
  const narrowed = Boolean('search' in shape && search) || given.some(([, text]) => text)
  return { ...(found as Result<E> & object), page, limit, narrowed }
}
