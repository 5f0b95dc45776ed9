import type { AgreedRenewal, payments } from '#contract/selling/payments.ts'
import { isChargedLater, type Quote } from '#contract/selling/quote.ts'
import type { Input } from '#contract/wire/endpoint.ts'
import { inputOf } from '#contract/wire/terms.ts'
import type { CartItem } from '../cart/cart.ts'
import { codeFault } from '../cart/code-fault.ts'

export type OrderItems = Input<typeof payments.createCheckoutSession>['body']

/**
 * The items of the order, without the codes that the quote refused, so that the order costs what
 * the quote says. The renewals are as shown on the page, even if the store's default has changed
 * since.
 */
export function orderItems(quote: Quote, items: readonly CartItem[]): OrderItems {
  return quote.items.map(({ id, plan, discount, renewal }) => ({
    id,
    ...inputOf(plan),
    ...(discount && { discount: discount.code }),
    ...(renewal && { renew: renewal.on }),
    ...(renewal?.running && {
      replace_renewal: items.find((item) => item.id === id)?.replacesRenewal ?? false,
    }),
  }))
}

/** The later charges of the card, as shown on the page. */
export function shownRenewals(quote: Quote): AgreedRenewal[] {
  return quote.items.flatMap(({ id, renewal }) => {
    if (!renewal || !isChargedLater(renewal)) return []
    const { price, discount, goes_on, running } = renewal
    return [{ id, price, discount, goes_on, running }]
  })
}

/** The reasons, as sentences, why entered codes do not apply. */
export function refusedCodes(quote: Quote, items: readonly CartItem[]): string[] {
  const refused = [...items.map(codeFault), ...quote.items.map((line) => line.discount_problem)]
  return refused.filter((sentence) => typeof sentence === 'string')
}

/** Whether both lists have the same charges, in any order. */
export function sameRenewals(one: readonly AgreedRenewal[], other: readonly AgreedRenewal[]) {
  return keyOf(one) === keyOf(other)
}

const keyOf = (renewals: readonly AgreedRenewal[]) =>
  renewals
    .map(({ id, price, discount, goes_on, running }) =>
      [
        ...[id, price, discount?.price, discount?.charges, goes_on],
        ...[running?.plan, running?.price, running?.stopped],
      ].join(),
    )
    .sort()
    .join(';')

export const isBlocked = (quote: Quote) => quote.items.some((item) => item.problem !== null)

/** The page after a card payment, or after an order with nothing to pay. */
export function successPath(sessionId: string): string {
  return `/checkout/success?${new URLSearchParams({ session_id: sessionId })}`
}
