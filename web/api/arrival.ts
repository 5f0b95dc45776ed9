import { isRouteErrorResponse } from 'react-router'
import { commonRefusals } from '#contract/refusals.ts'
import { ApiError } from './error.ts'

/** How browsers word a request that did not come through; a defect of ours is worded otherwise. */
const unreached = /failed to fetch|networkerror|network error|load failed/i

/**
 * Whether a page's data did not arrive because of the server, a proxy or the network. Null for a
 * defect of ours, for what does not exist, and for a store that is closed.
 */
export function failedArrival(error: unknown): ApiError | null {
  if (error instanceof ApiError) return error.status === 404 || isClosed(error) ? null : error
  if (isRouteErrorResponse(error)) {
    return error.status === 404 || isClosed(error)
      ? null
      : new ApiError(error.status, 'unknown', null)
  }
  if (error instanceof TypeError && unreached.test(error.message))
    return new ApiError(0, 'unreachable', away)
  return null
}

/**
 * What a page throws during maintenance, with the status 503 that a proxy may have other words for.
 */
export const closed = commonRefusals.maintenance.sentence

/** Whether the store is under maintenance. */
export function isClosed(error: unknown): boolean {
  if (isRouteErrorResponse(error)) return error.data === closed
  return error instanceof ApiError && error.code === 'maintenance'
}

export const away = 'The server cannot be reached. Please check your connection.'
