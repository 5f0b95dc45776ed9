import type * as z from 'zod'
import type { Endpoint, Input, Result } from '#contract/wire/endpoint.ts'
import { api } from '../../api/client.ts'
import type { Arguments } from '../../api/request.ts'
import { filtersOf, readList } from './address.ts'

type ListEndpoint = Endpoint & {
  query: z.ZodObject<{ page: z.ZodType; limit: z.ZodType; [name: string]: z.ZodType }>
  result: z.ZodObject
}
type Paging = 'page' | 'limit' | 'after' | 'search'

type ListOptions<E extends ListEndpoint> = {
  /** Filters of the endpoint with the same names in the URL, and `sort`. Ignores invalid values. */
  filters?: readonly Exclude<keyof E['query']['shape'] & string, Paging>[]
  /** The page size if neither the URL nor the browser has one. By default, the smallest that the pager offers. */
  limit?: number
  /** The number of rows that can be reached by paging. */
  reachable?: number
  /** Parameters of the query that are not in the URL. They do not count as filters. */
  fixed?: Partial<Record<keyof E['query']['shape'] & string, string>>
  /** The parameters in the endpoint's path. */
  params?: Input<E> extends { params: infer Params } ? Params : never
}

/**
 * Loads the page of a list that the URL asks for. `isFiltered` says whether the search or a filter is
 * set.
 */
export async function loadList<E extends ListEndpoint>(
  request: Request,
  endpoint: E,
  { filters = [], fixed, params, ...defaults }: ListOptions<E> = {},
) {
  const { query, page, limit, after, search } = readList(request, defaults)
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
  const found = await api(
    endpoint,
    ...([{ params, query: { ...wanted, ...fixed } }] as unknown as Arguments<E>),
  )
  const isFiltered = Object.keys(filtersOf(wanted)).length > 0
  return { ...(found as Result<E> & object), page, limit, isFiltered }
}
