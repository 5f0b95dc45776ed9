import { data, isRouteErrorResponse } from 'react-router'
import type { Closed } from '#contract/wire/refusals.ts'
import { ApiError } from './error.ts'

/**
 * How browsers word a request that failed on the network. A bug in our code has another message.
 */
const unreached = /failed to fetch|networkerror|network error|load failed/i

/**
 * Returns the error if the server, a proxy or the network kept a page's data from loading. Returns
 * null for a bug in our code, for a 404, and for a closed store.
 */
export function failedArrival(error: unknown): ApiError | null {
  if (error instanceof ApiError) return error.status === 404 || whyClosed(error) ? null : error
  if (isRouteErrorResponse(error)) {
    return error.status === 404 || whyClosed(error)
      ? null
      : new ApiError(error.status, 'unknown', null)
  }
  if (error instanceof TypeError && unreached.test(error.message))
    return new ApiError(0, 'unreachable', away)
  return null
}

const reasons: readonly Closed[] = ['not_open', 'maintenance']

/** The response that a page throws while the store is closed. A proxy's 503 has no such code. */
export const closedAnswer = (why: Closed) => data({ code: why }, 503)

/** Returns why the store is closed, or null for every other failure. */
export function whyClosed(error: unknown): Closed | null {
  const reason = isRouteErrorResponse(error)
    ? error.data?.code
    : error instanceof ApiError && error.code
  return reasons.find((why) => why === reason) ?? null
}

export const away = 'The server cannot be reached. Please check your connection.'
