import type { Endpoint, Result } from '#contract/endpoint.ts'
import { followClock } from '../clock.ts'
import { type ApiError, isRefused } from './error.ts'
import { type Arguments, call, type Wire } from './request.ts'

/** The root names another base in a meta element when the API does not live under `/api`. */
function otherBase(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="api-url"]')?.content
}

/** Whether cookies of the API are this page's cookies too. */
export const apiIsHere = () => otherBase() === undefined

/** The absolute or rooted address of a path of the API, for links and downloads. */
export function apiUrl(path: string): string {
  return (otherBase() ?? '/api') + path
}

/**
 * Calls the API from the browser with its cookie. Throws an ApiError. When the session has ended or
 * the role is gone (`isSessionOver`), the shell is told too, and leads to the sign-in.
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

/** For the shell: a call was refused for who made it. */
export function onUnauthorized(listener: (refusal: ApiError) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** For a call that goes its own way to the server. */
export function tellUnauthorized(error: unknown) {
  if (!isRefused(error, 'unauthenticated', 'forbidden')) return
  for (const listener of listeners) listener(error)
}
