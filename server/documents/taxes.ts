import { taxIn } from '#contract/tax-rates.ts'

type Sum = { rate: number; net: number; tax: number }

/** A document's sum by its rate; null: no tax is charged, and none is spoken of. */
export function sumOf(total: number, rate: number | null) {
  if (rate === null) return { taxes: [], net: total, tax: 0, total }
  const tax = taxIn(total, rate)
  const sum: Sum = { rate, net: total - tax, tax }
  return { taxes: [sum], net: sum.net, tax, total }
}

/**
 * The sum of a correction by `total` (negative) of a sale, after corrections by `before`. Its tax
 * is that of both together less that of `before`, so that all corrections take back exactly the tax
 * of the sale.
 */
export function sumBack(total: number, rate: number | null, before: number) {
  if (rate === null) return sumOf(total, null)
  const tax = taxIn(before + total, rate) - taxIn(before, rate)
  const sum: Sum = { rate, net: total - tax, tax }
  return { taxes: [sum], net: sum.net, tax, total }
}
