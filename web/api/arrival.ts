import { data, isRouteErrorResponse } from 'react-router'
import type { Closed } from '#contract/refusals.ts'
import { ApiError } from './error.ts'

/** How browsers word a request that did not come through; a defect of ours is worded otherwise. */
const unreached = /failed to fetch|networkerror|network error|load failed/i

/**
 * Whether a page's data did not arrive because of the server, a proxy or the network. Null for a
 * defect of ours, for what does not exist, and for a store that is closed.
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

/** What a page throws while the store is closed. A proxy's 503 has no such code. */
export const closedAnswer = (why: Closed) => data({ code: why }, 503)

/** Why the store is closed; null for every other failure. */
export function whyClosed(error: unknown): Closed | null {
  const reason = isRouteErrorResponse(error)
    ? error.data?.code
    : error instanceof ApiError && error.code
  return reasons.find((why) => why === reason) ?? null
}

export const away = 'The server cannot be reached. Please check your connection.'
