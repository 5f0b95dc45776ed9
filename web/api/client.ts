import type { Endpoint, Result } from '#contract/wire/endpoint.ts'
import { followClock } from '../clock.ts'
import { type ApiError, isRefused } from './error.ts'
import { type Arguments, call, type Wire } from './request.ts'

/**
 * The root component sets another API base in a meta element if the API is not served under `/api`.
 */
function otherBase(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="api-url"]')?.content
}

/**
 * Whether the API has the same origin as the page, so that its cookies are the page's cookies too.
 */
export const apiIsHere = () => otherBase() === undefined

/** The absolute or root-relative URL of an API path, for links and downloads. */
export function apiUrl(path: string): string {
  return (otherBase() ?? '/api') + path
}

/**
 * Calls the API from the browser with its cookie. Throws an ApiError. When the session has ended or
 * the role was removed (`isSessionOver`), it also notifies the shell, which redirects to the
 * sign-in.
 */
export async function api<E extends Endpoint>(
  endpoint: E | Wire<E>,
  ...[input, options]: Arguments<E>
): Promise<Result<E>> {
  const send = async (path: string, init: RequestInit) => {
    const response = await fetch(apiUrl(path), { ...init, credentials: 'include' })
    followClock(response.headers.get('clock-ahead'))
    return response
  }
  try {
    return await call<E>(send, endpoint, input, options)
  } catch (error) {
    if (!options?.background) tellUnauthorized(error)
    throw error
  }
}

const listeners = new Set<(refusal: ApiError) => void>()

/** For the shell: notifies the listener of each call that was refused with 401 or 403. */
export function onUnauthorized(listener: (refusal: ApiError) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Notifies the shell of such a refusal, for requests that do not go through `api`. */
export function tellUnauthorized(error: unknown) {
  if (!isRefused(error, 'unauthenticated', 'forbidden')) return
  for (const listener of listeners) listener(error)
}
