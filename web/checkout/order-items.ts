import type { Input } from '#contract/endpoint.ts'
import type { payments, Quote } from '#contract/payments.ts'
import { inputOf } from '#contract/terms.ts'

export type OrderItems = Input<typeof payments.createCheckoutSession>['body']

/**
 * The items of the order, without the codes that the quote refused: the order then costs what the
 * quote says.
 */
export function orderItems(quote: Quote): OrderItems {
  return quote.items.map(({ id, plan, discount }) => ({
    id,
    ...inputOf(plan),
    ...(discount && { discount: discount.code }),
  }))
}

export const isBlocked = (quote: Quote) => quote.items.some((item) => item.problem !== null)

/** The page that follows a card payment, or an order with nothing to pay. */
export function successPath(sessionId: string): string {
  return `/checkout/success?${new URLSearchParams({ session_id: sessionId })}`
}
