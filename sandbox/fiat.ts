import { type Currency, currencies } from '#contract/wire/currency.ts'

/**
 * Approximate units of each currency per US dollar. The stand-ins support all currencies that a
 * shop can sell in.
 */
const perDollar: Record<Currency, number> = {
  AUD: 1.54,
  CAD: 1.4,
  CHF: 0.8,
  CZK: 21,
  DKK: 6.4,
  EUR: 0.86,
  GBP: 0.76,
  NOK: 10.1,
  NZD: 1.77,
  PLN: 3.65,
  RON: 4.4,
  SEK: 9.5,
  SGD: 1.3,
  USD: 1,
}

/** Returns undefined for a currency that no shop sells in. */
export function findFiat(code: string): Currency | undefined {
  const upper = code.toUpperCase()
  return upper in currencies ? (upper as Currency) : undefined
}

export const toDollars = (amount: number, fiat: Currency) => amount / perDollar[fiat]
export const fromDollars = (dollars: number, fiat: Currency) => dollars * perDollar[fiat]

/** `$12.50`, in the currency of the amount. */
export function shownMoney(cents: number, code: string | null): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: code ?? 'usd' })
  return format.format(cents / 100)
}

/** The smallest charge that Stripe accepts, in cents. Unknown currencies are rejected before. */
export const leastCharge = (code: string) => currencies[findFiat(code) ?? 'USD'].cardMinimumCents
