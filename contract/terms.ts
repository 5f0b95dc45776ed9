import type { Months } from './wire.ts'

/**
 * The lengths that the shop sells, and what a longer one saves, in percent of the monthly price, on
 * every product that has no savings of its own.
 */
export const terms: readonly { months: Months; label: string; savings: number }[] = [
  { months: 1, label: '1 Month', savings: 0 },
  { months: 3, label: '3 Months', savings: 10 },
  { months: 6, label: '6 Months', savings: 20 },
  { months: 12, label: '12 Months', savings: 30 },
]

/** What an operator sets for one product in place of the rule. */
export type TermRule = {
  /** In percent, by months; what is missing or null follows the rule. */
  savings?: { readonly [months in Months]?: number | null }
  /** Totals of longer terms are rounded up to the next 99 cents, but never above the monthly price. */
  endsIn99?: boolean
}

/** What a term saves, in percent. */
export function savingsOf(months: Months, { savings = {} }: TermRule = {}): number {
  return savings[months] ?? terms.find((term) => term.months === months)!.savings
}

/**
 * Price of a term in cents: monthly price × (1 − savings/100) × months, rounded half up to a cent.
 * The one place that knows it: what the page shows and the server charges comes from here.
 */
export function termPrice(monthlyCents: number, months: Months, rule: TermRule = {}): number {
  const cents = Math.round((monthlyCents * months * (100 - savingsOf(months, rule))) / 100)
  if (!rule.endsIn99 || months === 1) return cents
  return Math.min(Math.ceil((cents - 99) / 100) * 100 + 99, monthlyCents * months)
}

/** The per-month price of a term, in cents with fraction, for display. */
export function perMonth(monthlyCents: number, months: Months, rule: TermRule = {}): number {
  return termPrice(monthlyCents, months, rule) / months
}

/** Products in one order. */
export const mostItems = 20
