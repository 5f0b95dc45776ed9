import { shopCurrency } from '#contract/wire/currency.ts'

export const askedCurrency = () => shopCurrency().toLowerCase()

/**
 * Throws if an order's payment is in another currency, because its amount would be read as the
 * shop's currency. Nothing is settled, and the event shows the error.
 */
export function requireOwnCurrency(
  what: string,
  { orderId, currency }: { orderId: string | null; currency: string | null },
) {
  if (orderId && currency?.toUpperCase() !== shopCurrency())
    throw new Error(
      `${what} is in ${currency?.toUpperCase()}, but the shop’s currency is ${shopCurrency()}`,
    )
}
