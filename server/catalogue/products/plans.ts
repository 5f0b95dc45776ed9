import { type RawBuilder, sql } from 'kysely'
import { monthsOf, type PlanPrice, type PlanRule, pricesOf } from '#contract/wire/terms.ts'

export type PricedRow = {
  price_cents: number
  plans: PlanRule[] | null
  ends_in_99: boolean
  /** The percentage of the sale that is active now. */
  sale_percent: number | null
}

/** The percentage of the sale that is active by the database's clock. Null without one. */
export const runningSale: RawBuilder<number | null> = sql`
  case when products.sale_from <= now() and now() < products.sale_to then products.sale_percent end`

export function plansOf({ price_cents, plans, ends_in_99, sale_percent }: PricedRow): PlanPrice[] {
  return pricesOf({
    monthlyCents: price_cents,
    plans,
    endsIn99: ends_in_99,
    salePercent: sale_percent ?? 0,
  })
}

type SaleRow = { sale_percent: number | null; sale_from: Date | null; sale_to: Date | null }

/** Returns the planned sale. The database has either all of its columns or none. */
export const saleOf = ({ sale_percent, sale_from, sale_to }: SaleRow) =>
  sale_percent === null ? null : { percent: sale_percent, from: sale_from!, to: sale_to! }

/** Returns a term in API format: its plan, and its months if these are 1, 3, 6 or 12. */
export const termOf = (plan: string) => ({ term_length: monthsOf(plan), plan })
