import { shopCurrency } from '#contract/currency.ts'

/** As the APIs of Stripe and NOWPayments write it. */
export const askedCurrency = () => shopCurrency().toLowerCase()

/**
 * Throws at what names an order of the shop in another currency: its number would be taken for so much of
 * the shop's. Nothing is settled by it, and the event that told of it shows the error.
 */
export function requireOwnCurrency(
  what: string,
  { orderId, currency }: { orderId: string | null; currency: string | null },
) {
  if (orderId && currency?.toUpperCase() !== shopCurrency())
    throw new Error(
      `${what} is in ${currency?.toUpperCase()}, and the shop sells in ${shopCurrency()}`,
    )
}
