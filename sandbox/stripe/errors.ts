export type StripeErrorBody = {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  message: string
  code?: string
  param?: string
  decline_code?: string
  advice_code?: string
  charge?: string
  payment_intent?: object
  payment_method?: object
  setup_intent?: object
  doc_url?: string
}

/** An error response in Stripe's format. */
export class StripeFailure extends Error {
  readonly status: number
  readonly body: StripeErrorBody
  /** Rejected before the endpoint began, so its idempotency key does not store it. */
  isInvalidParameter = false

  constructor(status: number, body: StripeErrorBody) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

export function invalidRequest(
  message: string,
  details: { code?: string; param?: string; payment_intent?: object } = {},
  status = 400,
): StripeFailure {
  const docs = details.code && { doc_url: `https://stripe.com/docs/error-codes/${details.code}` }
  return new StripeFailure(status, { type: 'invalid_request_error', message, ...details, ...docs })
}

export function missing(noun: string, id: string, param = 'id'): StripeFailure {
  return invalidRequest(`No such ${noun}: '${id}'`, { code: 'resource_missing', param }, 404)
}

export const unknownError = {
  error: {
    type: 'api_error',
    message: 'An unknown error occurred. If this persists, please contact support.',
  },
}
