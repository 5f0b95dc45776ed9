import type { Endpoint, Input, Result } from '#contract/wire/endpoint.ts'
import { away } from './arrival.ts'
import { ApiError, toApiError } from './error.ts'

/**
 * The two properties of an endpoint that a call needs. Pages with a small bundle pass them as a
 * literal, `api<typeof sessions.get>({ method: 'GET', path: '/user/authenticated' })`. The
 * declaration's type checks the literal, and the endpoint's schemas stay out of the bundle.
 */
export type Wire<E extends Endpoint> = Pick<E, 'method' | 'path'>

export type Options = {
  signal?: AbortSignal
  /** The user does not wait for the answer: an ended session does not redirect to the sign-in. */
  background?: boolean
}

/** An endpoint without params, query and body is called without input. */
export type Arguments<E extends Endpoint> =
  unknown extends Input<E>
    ? [input?: undefined, options?: Options]
    : [input: Input<E>, options?: Options]

type Parts = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

export type Fetch = (path: string, init: RequestInit) => Promise<Response>

/** Calls the endpoint over the given fetch. Throws an ApiError unless the status is 2xx. */
export async function call<E extends Endpoint>(
  fetch: Fetch,
  endpoint: E | Wire<E>,
  input: Input<E> | undefined,
  options: Options = {},
): Promise<Result<E>> {
  const { params, query, body } = (input ?? {}) as Parts
  const init: RequestInit = { method: endpoint.method, headers: { accept: 'application/json' } }
  if (options.signal) init.signal = options.signal
  if (body !== undefined) {
    init.headers = { ...init.headers, 'content-type': 'application/json' }
    init.body = JSON.stringify(body)
  }
  const response = await reach(fetch, fill(endpoint.path, params) + search(query), init)
  const answer = await read(response)
  if (!response.ok) throw unnamed(endpoint, answer) ?? toApiError(response.status, answer)
  return answer as Result<E>
}

/**
 * An invalid id in the path counts as an unknown one (404). If several things can be unknown, the
 * caller decides.
 */
function unnamed(endpoint: Endpoint | Wire<Endpoint>, answer: unknown): ApiError | undefined {
  const { detail } = (answer ?? {}) as { detail?: unknown }
  const inPath = Array.isArray(detail) && detail.some(({ loc }) => loc?.[0] === 'params')
  const declared = 'refusals' in endpoint ? Object.values(endpoint.refusals ?? {}) : []
  const [unknown, ...others] = declared.filter(({ status }) => status === 404)
  if (!inPath || !unknown || others.length > 0) return undefined
  return new ApiError(unknown.status, unknown.code, unknown.sentence)
}

async function reach(fetch: Fetch, path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init)
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new ApiError(0, 'unreachable', away)
  }
}

function fill(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(params[name])))
}

function search(query: Record<string, unknown> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  if (given.length === 0) return ''
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}

/** Parses any text that is JSON, whatever its content type: a price comes as the text `12.5`. */
async function read(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
