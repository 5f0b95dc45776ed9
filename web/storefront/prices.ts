import type { Product } from '#contract/products.ts'
import { monthsIn } from '#contract/terms.ts'

type Term = Product['terms'][number]

/** What is struck through beside a price: that before the sale, else that of single months. */
export function formerPrice({ price, list_price, regular_price }: Term): number | undefined {
  const was = list_price > price ? list_price : (regular_price ?? 0)
  return was > price ? was : undefined
}

/** The price of a month for a term in months, else the price of the whole term. */
export function unitPrice({ plan, price }: Term): { amount: number; per?: string } {
  const months = monthsIn(plan)
  return months ? { amount: price / months, per: '/ month' } : { amount: price }
}

/** What a card of the store says: the price of a month, else that of the cheapest plan. */
export function startingPrice({ terms }: Pick<Product, 'terms'>) {
  const month = terms.find(({ plan }) => plan === '1m')
  const term = month ?? terms.reduce((a, b) => (b.price < a.price ? b : a))
  return {
    ...term,
    was: term.list_price > term.price ? term.list_price : undefined,
    month: !!month,
  }
}
