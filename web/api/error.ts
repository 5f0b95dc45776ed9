import type { Endpoint } from '#contract/endpoint.ts'
import type { CodeOf } from '#contract/refusals.ts'

type Issue = { type: string; loc: (string | number)[]; msg: string }

/** A refused or failed call. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** 0 when the server could not be reached. */
  readonly status: number
  /** Why, for the page to branch on: see `isRefused`. */
  readonly code: string
  /** What is wrong with each field of the body or query, by its dotted name. */
  readonly fields: Readonly<Record<string, string>>
  /** Whether the message tells why; an answer that is none of ours does not. */
  readonly explained: boolean

  constructor(
    status: number,
    code: string,
    message: string | null,
    fields: Record<string, string> = {},
  ) {
    super(message ?? 'Something went wrong. Please try again.')
    this.status = status
    this.code = code
    this.fields = fields
    this.explained = Boolean(message)
  }
}

/**
 * Whether a call of that endpoint was refused with one of these of its codes:
 * `isRefused<typeof sessions.login>(error, 'unverified')`.
 */
export function isRefused<E extends Endpoint>(
  error: unknown,
  ...codes: CodeOf<E>[]
): error is ApiError {
  return error instanceof ApiError && (codes as string[]).includes(error.code)
}

/**
 * Whether a call failed because the session has ended. The client then shows the sign-in itself,
 * and the caller shows nothing.
 */
export function isSessionOver(error: unknown): boolean {
  return isRefused(error, 'unauthenticated')
}

/** Whether what an address names is not there; one that is no name at all is named nothing too. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.code === 'invalid')
}

/**
 * Whether a failure is about more than the part of a page that met it: nobody is signed in, or the
 * store is closed or cannot be reached behind its proxy. What is around the page tells that.
 */
export function isForTheShell(error: unknown): boolean {
  return error instanceof ApiError && [401, 503].includes(error.status)
}

/**
 * Reads the error envelope: `detail` is a sentence, or on 422 a list with one entry a fault. What
 * comes from in between, such as a proxy, has the code `unknown`.
 */
export function toApiError(status: number, body: unknown): ApiError {
  const { code = 'unknown', detail } = (body ?? {}) as { code?: string; detail?: unknown }
  if (typeof detail === 'string') return new ApiError(status, code, detail)
  if (!Array.isArray(detail)) return new ApiError(status, code, null)
  const issues = detail as Issue[]
  const lines = issues.map((issue) => `Error: ${issue.type}, Info: ${issue.msg}`)
  const fields = issues.map((issue) => [fieldName(issue.loc), issue.msg] as const)
  return new ApiError(status, code, lines.join('\n'), Object.fromEntries(fields.reverse()))
}

/** `['body', 'items', 0, 'id']` is the field `items.0.id`. */
function fieldName(loc: Issue['loc']): string {
  const inside = ['body', 'query', 'path', 'params'].includes(String(loc[0])) ? loc.slice(1) : loc
  return inside.join('.')
}

/** Why a call failed, in the server's words or for want of a server; empty when nobody said. */
export function reasonOf(error: unknown): string {
  return error instanceof ApiError && error.explained ? error.message : ''
}

/** What failed, and on a line of its own why. */
export function failureOf(error: unknown, failed: string): string {
  const reason = reasonOf(error)
  return reason ? `${failed}\n${reason}` : failed
}

/**
 * The server's sentence for a refusal, such as a wrong password; for any other failure `failed` and
 * the reason.
 */
export function messageOf(error: unknown, failed: string): string {
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500
  return (refused && reasonOf(error)) || failureOf(error, failed)
}
