import { sql } from 'kysely'
import { productRefusals } from '#contract/products.ts'
import { labelOf, lifetimeSeconds, type Plan, type PlanPrice } from '#contract/terms.ts'
import { type Discount, problemWith } from '#server/discounts/validity.ts'
import type { Database } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { type PricedRow, plansOf, runningSale } from '#server/products/plans.ts'
import { type Price, priceOf } from './pricing.ts'

export type WantedItem = { id: number; plan: Plan; discount?: string | undefined }

export type PricedItem = Price & {
  productId: number
  /** Null when there is no such product. */
  name: string | null
  plan: Plan
  /** Those that it is sold for. */
  plans: PlanPrice[]
  /** The code that counts. */
  discount: Discount | null
  /** Why the item cannot be bought. */
  problem: Refusal | null
  /** Why the code that was given does not count. */
  discountProblem: Refusal | null
}

/**
 * Prices what a customer wants to buy, in the order given: the one function behind the quote, the
 * order by card, the order in crypto and the check of a code. An item with a fault does not throw:
 * it carries the refusal that ordering it would throw. For a given user, the uses that their open
 * card order holds do not count: their next order replaces it.
 */
export async function priceItems(
  db: Database,
  wanted: readonly WantedItem[],
  userId: number | null = null,
): Promise<PricedItem[]> {
  const found = await findProductsAndCodes(db, wanted, userId)
  return found.map((row, index) => priceItem(wanted[index]!, row))
}

function priceItem({ id, plan, discount: code }: WantedItem, row: Row): PricedItem {
  const plans = row.name === null ? [] : plansOf(row)
  const offered = plans.find((one) => one.plan === plan)
  const discount = row.discount_id === null ? null : { ...row, id: row.discount_id }
  const discountProblem = code ? problemWith(discount, id, row.now) : null
  const counting = discountProblem ? null : discount
  return {
    productId: id,
    name: row.name,
    plan,
    plans,
    ...priceOf(offered ?? { listCents: 0, cents: 0 }, counting),
    discount: counting,
    problem: problemWithProduct(row, plan, offered),
    discountProblem,
  }
}

/** Throws the refusal of the first item that cannot be bought as asked. */
export function assertBuyable(items: readonly PricedItem[]) {
  const refusal = items.map((item) => item.problem ?? item.discountProblem).find(Boolean)
  if (refusal) throw refusal
}

function problemWithProduct(row: Row, plan: Plan, offered: PlanPrice | undefined): Refusal | null {
  const { name: product, disabled, lifetime } = row
  if (product === null) return new Refusal(productRefusals.unknown_product)
  if (disabled) return new Refusal(productRefusals.product_unavailable, { values: { product } })
  if (lifetime) return new Refusal(productRefusals.already_lifetime, { values: { product } })
  if (offered) return null
  const values = { product, term: plan === 'lifetime' ? 'life' : labelOf(plan).toLowerCase() }
  return new Refusal(productRefusals.plan_unavailable, { values })
}

/** The columns of a product and of a code; those of what does not exist are null. */
type Row = Omit<Discount, 'id'> &
  PricedRow & {
    name: string | null
    disabled: boolean | null
    /** The customer has time without end. */
    lifetime: boolean
    discount_id: number | null
    now: Date
  }

async function findProductsAndCodes(
  db: Database,
  wanted: readonly WantedItem[],
  userId: number | null,
): Promise<Row[]> {
  const ids = wanted.map(({ id }) => id)
  const codes = wanted.map(({ discount }) => discount ?? null)
  const { rows } = await sql<Row>`
    select products.name, products.price_cents, products.disabled, plans,
           coalesce(ends_in_99, false) as ends_in_99, ${runningSale} as sale_percent,
           exists (select from subscriptions where user_id = ${userId}
             and subscriptions.product_id = products.id and term_length >= ${lifetimeSeconds}
             and subscriptions.ends_at > now()) as lifetime,
           discounts.id as discount_id, code, discounts.product_id, type, amount,
           starts_at, discounts.ends_at, max_uses, now() as now,
           used_count - (
             select count(*)::int from orders
               join order_items on order_items.order_id = orders.id
               join discount_uses on order_item_id = order_items.id
              where user_id = ${userId} and orders.type = 'card' and payment_status = 'waiting'
                and discount_id = discounts.id and returned_at is null
           ) as used_count
      from unnest(${ids}::bigint[], ${codes}::text[]) with ordinality as wanted (id, wanted_code, place)
      left join products on products.id = wanted.id
      left join discounts on code = wanted_code
     order by place`.execute(db)
  return rows
}
