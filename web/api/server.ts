import { createContext, RouterContextProvider } from 'react-router'
import type { Endpoint, Result } from '#contract/wire/endpoint.ts'
import type { Closed } from '#contract/wire/refusals.ts'
import type { PublicConfig } from '../config.ts'
import { closedAnswer, whyClosed } from './arrival.ts'
import { type Arguments, call, type Fetch, type Wire } from './request.ts'

const fetchContext = createContext<Fetch>()
export const configContext = createContext<PublicConfig>()
export const closedContext = createContext<Closed | null>()
const queryContext = createContext<() => URLSearchParams>()
export const reportContext = createContext<(error: unknown) => void>()

export type LoadContextOptions = {
  /**
   * Calls the API in process, with the same responses as over HTTP and without a visitor's cookies.
   */
  fetch: (path: string, init?: RequestInit) => Promise<Response>
  config: PublicConfig
  /** The query of the URL. A page that reads it is not cached. */
  query: () => URLSearchParams
  /** Why the store is closed to visitors, or null if it is open. */
  closed: Closed | null
  /** Receives the unexpected errors of pages. Defaults to standard error. */
  report?: (error: unknown) => void
}

/** Creates the context of one request, which the server passes to the loaders. */
export function createLoadContext(options: LoadContextOptions): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(fetchContext, options.fetch)
  context.set(configContext, options.config)
  context.set(queryContext, options.query)
  context.set(closedContext, options.closed)
  context.set(reportContext, options.report ?? console.error)
  return context
}

/**
 * Calls the API from a loader of a public page. Throws an ApiError. While the store is closed, it
 * throws the 503 response itself, and the error boundary renders the page with the reason.
 */
export async function api<E extends Endpoint>(
  context: Readonly<RouterContextProvider>,
  endpoint: E | Wire<E>,
  ...[input, options]: Arguments<E>
): Promise<Result<E>> {
  try {
    return await call<E>(context.get(fetchContext), endpoint, input, options)
  } catch (error) {
    const why = whyClosed(error)
    if (why) throw closedAnswer(why)
    throw error
  }
}

/** Keeps a page out of the cache, as if it had read the query. */
export function skipCache(context: Readonly<RouterContextProvider>) {
  readQuery(context)
}

/**
 * Returns the query of the URL in a loader of a public page. The loader's own request has none,
 * because pages are cached by path.
 */
export function readQuery(context: Readonly<RouterContextProvider>): URLSearchParams {
  return context.get(queryContext)()
}
