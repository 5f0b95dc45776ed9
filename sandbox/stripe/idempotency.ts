import type { Table } from '../store.ts'
import { invalidRequest, StripeFailure } from './errors.ts'

/** The first response for an idempotency key. */
export type Remembered = {
  request: string
  answer: object
  /** Missing if the request succeeded. */
  status?: number
}

export function readIdempotent(
  remembered: Table<Remembered>,
  key: string,
  request: string,
): Remembered | undefined {
  const before = remembered.get(key)
  if (!before || before.request === request) return before
  throw new StripeFailure(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  })
}

/**
 * A key stores every response once the endpoint has begun, including errors. Parameters that fail
 * validation are rejected before: https://docs.stripe.com/api/idempotent_requests
 */
export function answerOf(work: () => object): Omit<Remembered, 'request'> {
  try {
    return { answer: work() }
  } catch (error) {
    if (!(error instanceof StripeFailure) || error.isInvalidParameter) throw error
    return { answer: { error: error.body }, status: error.status }
  }
}

/** Up to 255 characters: https://docs.stripe.com/api/idempotent_requests */
export function requireShort(key: string) {
  if (key.length > 255)
    throw invalidRequest('Idempotency keys must be 255 characters or less.', {
      code: 'idempotency_key_too_long',
    })
}
