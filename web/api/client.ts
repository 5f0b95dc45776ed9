import type { Endpoint, Result } from '#contract/endpoint.ts'
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

/** Calls the API from the browser with its cookie. Throws an ApiError. */
export function api<E extends Endpoint>(
  endpoint: E | Wire<E>,
  ...[input, options]: Arguments<E>
): Promise<Result<E>> {
  const send = (path: string, init: RequestInit) =>
    fetch(apiUrl(path), { ...init, credentials: 'include' })
  return call<E>(send, endpoint, input, options)
}
