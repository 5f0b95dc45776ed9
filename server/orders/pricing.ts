import { currencies, shopCurrency } from '#contract/currency.ts'
import type { PlanPrice } from '#contract/terms.ts'

/** How a code reduces a price: 0 by `amount` cents, 1 by `amount` percent. */
export type Reduction = { type: 0 | 1; amount: number }

export type Price = {
  /** Without sale and code: what a renewal costs. */
  listCents: number
  /** What the sale takes off. */
  saleCents: number
  /** What sale and code take off together. */
  discountCents: number
  priceCents: number
}

/**
 * Cents that a code takes off one item, whatever its term. A percentage is rounded half up to a
 * cent, and nothing is ever reduced below zero.
 */
export function discountAmount(cents: number, { type, amount }: Reduction): number {
  return Math.min(type === 0 ? amount : Math.round((cents * amount) / 100), cents)
}

/**
 * What a card can be charged by itself: no renewal costs less, and no code makes one cost less. It is
 * `card_minimum_cents` of the database.
 */
export const leastRenewalCents = () => currencies[shopCurrency()].cardMinimumCents

/** What a renewal is charged while a code holds for it: `renewal_cents_with_code` of the database. */
export const renewalCents = (cents: number, code: Reduction) =>
  Math.max(Math.min(cents, leastRenewalCents()), cents - discountAmount(cents, code))

/** What a plan costs now with the code that counts, if any: the code goes off the sale's price. */
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
