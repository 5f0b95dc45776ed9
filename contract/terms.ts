import type { Months } from './wire.ts'

/** The lengths that the shop sells, and what a longer one saves, in percent of the monthly price. */
export const terms: readonly { months: Months; label: string; savings: number }[] = [
  { months: 1, label: '1 Month', savings: 0 },
  { months: 3, label: '3 Months', savings: 10 },
  { months: 6, label: '6 Months', savings: 20 },
  { months: 12, label: '12 Months', savings: 30 },
]

/**
 * Price of a term in cents: monthly price × (1 − savings/100) × months, rounded half up to a cent.
 * The page shows it and the server charges it, so both call this.
 */
export function termPrice(monthlyCents: number, months: Months): number {
  const { savings } = terms.find((term) => term.months === months)!
  return Math.round((monthlyCents * months * (100 - savings)) / 100)
}

/** The per-month price of a term, in cents with fraction, for display. */
export function perMonth(monthlyCents: number, months: Months): number {
  return termPrice(monthlyCents, months) / months
}
