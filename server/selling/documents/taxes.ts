import { taxIn } from '#contract/platform/tax-rates.ts'

type Sum = { rate: number; net: number; tax: number }

/** A document's sums by its rate. Null: no tax is charged or mentioned. */
export function sumOf(total: number, rate: number | null) {
  if (rate === null) return { taxes: [], net: total, tax: 0, total }
  const tax = taxIn(total, rate)
  const sum: Sum = { rate, net: total - tax, tax }
  return { taxes: [sum], net: sum.net, tax, total }
}

/** `total` is negative. All corrections together reverse exactly the tax of the sale. */
export function sumBack(total: number, rate: number | null, before: number) {
  if (rate === null) return sumOf(total, null)
  const tax = taxIn(before + total, rate) - taxIn(before, rate)
  const sum: Sum = { rate, net: total - tax, tax }
  return { taxes: [sum], net: sum.net, tax, total }
}
