import { currencies, shopCurrency } from '#contract/wire/currency.ts'
import type { PlanPrice } from '#contract/wire/terms.ts'

/** The reduction of a code: type 0 takes off `amount` cents, type 1 `amount` percent. */
export type Reduction = { type: 0 | 1; amount: number }

export type Price = {
  /** The price without sale and code, which a renewal costs. */
  listCents: number
  saleCents: number
  /** The total reduction of sale and code. */
  discountCents: number
  priceCents: number
}

/** In cents, for any term. A percentage is rounded half up. Never exceeds the price. */
export function discountAmount(cents: number, { type, amount }: Reduction): number {
  return Math.min(type === 0 ? amount : Math.round((cents * amount) / 100), cents)
}

/** No renewal costs less, even with a code. Equals `card_minimum_cents` in the database. */
export const leastRenewalCents = () => currencies[shopCurrency()].cardMinimumCents

/** A renewal's charge while the code applies. Equals `renewal_cents_with_code` in the database. */
export const renewalCents = (cents: number, code: Reduction) =>
  Math.max(Math.min(cents, leastRenewalCents()), cents - discountAmount(cents, code))

/** Returns the current price of a plan. The code reduces the sale price. */
export function priceOf(
  { listCents, cents }: Pick<PlanPrice, 'listCents' | 'cents'>,
  reduction: Reduction | null,
): Price {
  const priceCents = cents - (reduction ? discountAmount(cents, reduction) : 0)
  const saleCents = listCents - cents
  return { listCents, saleCents, discountCents: listCents - priceCents, priceCents }
}

export function totalOf(items: readonly { priceCents: number }[]): number {
  return items.reduce((total, { priceCents }) => total + priceCents, 0)
}
