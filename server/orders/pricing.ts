import { type TermRule, termPrice } from '#contract/terms.ts'
import type { Months } from '#contract/wire.ts'

/** How a code reduces a price: 0 by `amount` cents, 1 by `amount` percent. */
export type Reduction = { type: 0 | 1; amount: number }

export type Price = { listCents: number; discountCents: number; priceCents: number }

/**
 * Cents that a code takes off one item, whatever its term. A percentage is rounded half up to a
 * cent, and nothing is ever reduced below zero.
 */
export function discountAmount(listCents: number, { type, amount }: Reduction): number {
  const cents = type === 0 ? amount : Math.round((listCents * amount) / 100)
  return Math.min(cents, listCents)
}

/**
 * Price of a product for a term, in cents, from its monthly price, the code that counts, if any, and
 * what the product has in place of the shop's savings.
 */
export function priceOf(
  monthlyCents: number,
  months: Months,
  reduction: Reduction | null,
  rule: TermRule = {},
): Price {
  const listCents = termPrice(monthlyCents, months, rule)
  const discountCents = reduction ? discountAmount(listCents, reduction) : 0
  return { listCents, discountCents, priceCents: listCents - discountCents }
}

export function totalOf(items: readonly { priceCents: number }[]): number {
  return items.reduce((total, { priceCents }) => total + priceCents, 0)
}

/**
 * How a card payment of these items renews: every so many months at their list price in cents.
 * Null when their terms differ, as one subscription has one period, or when nothing is to pay.
 */
export function renewalOf(
  items: readonly (Price & { months: Months })[],
): { months: Months; priceCents: number } | null {
  const [first] = items
  if (!first || totalOf(items) === 0) return null
  if (items.some(({ months }) => months !== first.months)) return null
  return {
    months: first.months,
    priceCents: items.reduce((total, { listCents }) => total + listCents, 0),
  }
}
