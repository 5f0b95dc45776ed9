type Issue = { type: string; loc: (string | number)[]; msg: string }

/** A refused or failed call. `status` is 0 when the server could not be reached. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** What is wrong with each field of the body or query, by its dotted name. */
  readonly fields: Readonly<Record<string, string>>

  constructor(status: number, message: string, fields: Record<string, string> = {}) {
    super(message)
    this.status = status
    this.fields = fields
  }
}

/** Reads the error envelope: `{ detail }` is a sentence, or on 422 a list with one entry a fault. */
export function toApiError(status: number, body: unknown): ApiError {
  const detail = (body as { detail?: unknown } | null)?.detail
  if (typeof detail === 'string') return new ApiError(status, detail)
  if (!Array.isArray(detail)) return new ApiError(status, 'Something went wrong. Please try again.')
  const issues = detail as Issue[]
  const lines = issues.map((issue) => `Error: ${issue.type}, Info: ${issue.msg}`)
  const fields = issues.map((issue) => [fieldName(issue.loc), issue.msg] as const)
  return new ApiError(status, lines.join('\n'), Object.fromEntries(fields.reverse()))
}

/** `['body', 'items', 0, 'id']` is the field `items.0.id`. */
function fieldName(loc: Issue['loc']): string {
  const inside = ['body', 'query', 'path', 'params'].includes(String(loc[0])) ? loc.slice(1) : loc
  return inside.join('.')
}

/** The sentence to show for whatever was thrown. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.message ? error.message : fallback
}
