import type { Product } from '#contract/catalogue/products.ts'
import { monthsIn } from '#contract/wire/terms.ts'

type Term = Product['terms'][number]

/**
 * The price that is struck through next to a price: the price before the sale, else the price of
 * single months.
 */
export function formerPrice({ price, list_price, regular_price }: Term): number | undefined {
  const was = list_price > price ? list_price : (regular_price ?? 0)
  return was > price ? was : undefined
}

/** The price per month if the term is in months, else the price of the whole term. */
export function unitPrice({ plan, price }: Term): { amount: number; per?: string } {
  const months = monthsIn(plan)
  return months ? { amount: price / months, per: '/ month' } : { amount: price }
}

/** The price on a card of the store: that of one month, else that of the cheapest plan. */
export function startingPrice({ terms }: Pick<Product, 'terms'>) {
  const month = terms.find(({ plan }) => plan === '1m')
  const term = month ?? terms.reduce((a, b) => (b.price < a.price ? b : a))
  return {
    ...term,
    was: term.list_price > term.price ? term.list_price : undefined,
    month: !!month,
  }
}
