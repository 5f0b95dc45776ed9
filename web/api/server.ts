import { createContext, RouterContextProvider } from 'react-router'
import type { Endpoint, Result } from '#contract/endpoint.ts'
import type { Closed } from '#contract/refusals.ts'
import type { PublicConfig } from '../config.ts'
import { closedAnswer, whyClosed } from './arrival.ts'
import { type Arguments, call, type Fetch, type Wire } from './request.ts'

const fetchContext = createContext<Fetch>()
export const configContext = createContext<PublicConfig>()
export const closedContext = createContext<Closed | null>()
const queryContext = createContext<() => URLSearchParams>()
export const reportContext = createContext<(error: unknown) => void>()

export type LoadContextOptions = {
  /** Answers as the API would over HTTP, in process and without a visitor's cookies. */
  fetch: (path: string, init?: RequestInit) => Promise<Response>
  config: PublicConfig
  /** What follows the path in the address. A page that reads it is not kept. */
  query: () => URLSearchParams
  /** Why visitors are kept out; null while they come in. */
  closed: Closed | null
  /** Takes what a page throws unexpectedly; standard error when left out. */
  report?: (error: unknown) => void
}

/** One for each request: what the server hands to the loaders. */
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
 * Calls the API from a loader of a public page. Throws an ApiError, or while the store is closed the
 * 503 response itself, which the error boundary shows as the page that says why.
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

/**
 * The query of the address, in a loader of a public page. Its request has none: pages are kept by
 * their path.
 */
export function readQuery(context: Readonly<RouterContextProvider>): URLSearchParams {
  return context.get(queryContext)()
}
