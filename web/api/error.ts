import type { Endpoint } from '#contract/wire/endpoint.ts'
import type { CodeOf } from '#contract/wire/refusals.ts'

type Issue = { type: string; loc: (string | number)[]; msg: string }

/** An API call that was refused or failed. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** 0 when the server could not be reached. */
  readonly status: number
  /** The machine-readable reason, for the page to branch on: see `isRefused`. */
  readonly code: string
  /** The error message of each field of the body or query, by its dotted name. */
  readonly fields: Readonly<Record<string, string>>
  /** Whether the message gives the reason. False if the response does not come from our API. */
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
 * Whether a call of this endpoint was refused with one of the given codes: `isRefused<typeof
 * sessions.login>(error, 'unverified')`.
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

/** Whether the record in the URL does not exist. An invalid id counts as a missing record. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.code === 'invalid')
}

/**
 * Whether the whole page has to show the failure, and not only a part of it: the user is not signed
 * in, or the store is closed or unreachable behind its proxy.
 */
export function isForTheShell(error: unknown): boolean {
  return error instanceof ApiError && [401, 503].includes(error.status)
}

/**
 * Parses the error envelope: `detail` is a sentence, or on 422 a list with one entry per error.
 * Responses of intermediaries, such as a proxy, get the code `unknown`.
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

/** Why a call failed: the server's message, or that the server is unreachable. Empty if unknown. */
export function reasonOf(error: unknown): string {
  return error instanceof ApiError && error.explained ? error.message : ''
}

/** The sentence that says what failed, and the reason on the next line. */
export function failureOf(error: unknown, failed: string): string {
  const reason = reasonOf(error)
  return reason ? `${failed}\n${reason}` : failed
}

/**
 * The server's message for a refusal (4xx), such as a wrong password. For any other failure,
 * `failed` and the reason.
 */
export function messageOf(error: unknown, failed: string): string {
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500
  return (refused && reasonOf(error)) || failureOf(error, failed)
}
