import { type RawBuilder, sql } from 'kysely'
import { monthsOf, type PlanPrice, type PlanRule, pricesOf } from '#contract/terms.ts'

/** The columns of a product that its prices are made from. */
export type PricedRow = {
  price_cents: number
  plans: PlanRule[] | null
  ends_in_99: boolean
  /** Of the sale that is on at this moment. */
  sale_percent: number | null
}

/** The percent of the sale that is on by the database's clock; null without one. */
export const runningSale: RawBuilder<number | null> = sql`
  case when products.sale_from <= now() and now() < products.sale_to then products.sale_percent end`

/** What each plan of a product costs now: of what is shown, quoted and charged. */
export function plansOf({ price_cents, plans, ends_in_99, sale_percent }: PricedRow): PlanPrice[] {
  return pricesOf({
    monthlyCents: price_cents,
    plans,
    endsIn99: ends_in_99,
    salePercent: sale_percent ?? 0,
  })
}

type SaleRow = { sale_percent: number | null; sale_from: Date | null; sale_to: Date | null }

/** A sale as it is planned, which is whole in the database or not at all. */
export const saleOf = ({ sale_percent, sale_from, sale_to }: SaleRow) =>
  sale_percent === null ? null : { percent: sale_percent, from: sale_from!, to: sale_to! }

/** A term on the wire: its plan, and its months where it has 1, 3, 6 or 12. */
export const termOf = (plan: string) => ({ term_length: monthsOf(plan), plan })
