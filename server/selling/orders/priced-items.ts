import { sql } from 'kysely'
import { productRefusals } from '#contract/wire/product-refusals.ts'
import { labelOf, type Plan, type PlanPrice } from '#contract/wire/terms.ts'
import { ownsLifetime } from '#server/access/subscriptions/lifetime.ts'
import { planToSeconds } from '#server/access/subscriptions/time.ts'
import { hasOrdered, usesOf } from '#server/catalogue/discounts/limits.ts'
import { type Discount, problemWith } from '#server/catalogue/discounts/validity.ts'
import { type PricedRow, plansOf, runningSale } from '#server/catalogue/products/plans.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { leastRenewalCents, type Price, priceOf, totalOf } from './pricing.ts'

export type WantedItem = {
  id: number
  plan: Plan
  discount?: string | undefined
  /** Defaults to the shop's setting, but to off if the customer has stopped the renewal. */
  renew?: boolean | undefined
  /** Replaces the term or price of a running renewal. */
  replace_renewal?: boolean | undefined
}

export type PricedItem = Price & {
  productId: number
  /** Null if the product does not exist. */
  name: string | null
  plan: Plan
  plans: PlanPrice[]
  discount: Discount | null
  /** The first charge if the item were bought now. Null if it cannot renew. */
  chargeAt: Date | null
  renew: boolean
  replaceRenewal: boolean
  running: { plan: Plan; cents: number; listCents: number; stopped: boolean } | null
  problem: Refusal | null
  discountProblem: Refusal | null
  /** Whether the shop uses the tax table. */
  taxed: boolean
}

/** Code uses of the open card order of `userId` do not count, because a new order replaces it. */
export async function priceItems(
  db: Database,
  wanted: readonly WantedItem[],
  userId: number | null = null,
  order: {
    /** Prices a single item as a part of an order with this subtotal. */
    subtotalCents?: number
    /** Prices this existing order again, which holds no uses of its codes. */
    id?: string
  } = {},
): Promise<PricedItem[]> {
  const found = await findProductsAndCodes(db, wanted, userId, order.id)
  const plain = found.map((row, index) => priceItem(wanted[index]!, row))
  const bought = plain.filter(({ problem }) => !problem)
  const subtotalCents = order.subtotalCents ?? totalOf(bought)
  return plain.map((item, index) =>
    withCode(item, wanted[index]!.discount, found[index]!, subtotalCents),
  )
}

function priceItem({ id, plan, renew, replace_renewal }: WantedItem, row: Row): PricedItem {
  const plans = row.name === null ? [] : plansOf(row)
  const offered = plans.find((one) => one.plan === plan)
  const chargeAt = offered && offered.listCents >= leastRenewalCents() ? row.charge_at : null
  return {
    productId: id,
    name: row.name,
    plan,
    plans,
    ...priceOf(offered ?? { listCents: 0, cents: 0 }, null),
    discount: null,
    chargeAt,
    renew: chargeAt !== null && (renew ?? (row.renew_by_default && !row.renewal_stopped)),
    replaceRenewal: replace_renewal ?? false,
    running:
      row.renewal_plan === null
        ? null
        : {
            plan: row.renewal_plan,
            cents: row.renewal_cents!,
            listCents: row.renewal_list_cents!,
            stopped: row.renewal_stopped,
          },
    problem: problemWithProduct(row, plan, offered),
    discountProblem: null,
    taxed: row.taxed,
  }
}

function withCode(
  item: PricedItem,
  code: string | undefined,
  row: Row,
  subtotalCents: number,
): PricedItem {
  if (!code || item.name === null) return item
  const discount = row.discount_id === null ? null : { ...row, id: row.discount_id }
  const use = { ...row, subtotalCents }
  const discountProblem = problemWith(
    discount,
    { id: item.productId, name: item.name },
    row.now,
    use,
  )
  if (discountProblem || !discount) return { ...item, discountProblem }
  const { listCents, priceCents: cents } = item
  return { ...item, ...priceOf({ listCents, cents }, discount), discount }
}

/** Throws the refusal of the first item that cannot be bought as requested. */
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

/** Null if the product or the code does not exist. */
type Row = Omit<Discount, 'id'> &
  PricedRow & {
    name: string | null
    disabled: boolean | null
    lifetime: boolean
    own_uses: number
    has_ordered: boolean
    charge_at: Date | null
    renew_by_default: boolean
    renewal_plan: string | null
    renewal_cents: number | null
    /** The price without the code that applies to the renewal. */
    renewal_list_cents: number | null
    renewal_stopped: boolean
    discount_id: number | null
    taxed: boolean
    now: Date
  }

async function findProductsAndCodes(
  db: Database,
  wanted: readonly WantedItem[],
  userId: number | null,
  orderId: string | null = null,
): Promise<Row[]> {
  if (wanted.length === 0) return []
  const isNew = sql`${orderId}::uuid is null`
  // Rows, not an array: the planner assumes ten rows for an array and plans again for each call.
  const items = wanted.map(({ id, plan, discount = null }, place) => {
    const term = plan === 'lifetime' ? null : planToSeconds(plan)
    return sql`(${id}::bigint, ${discount}::text, ${term}::bigint, ${place}::int)`
  })
  const { rows } = await sql<Row>`
    select products.name, products.price_cents, products.disabled, plans,
           coalesce(ends_in_99, false) as ends_in_99, ${runningSale} as sale_percent,
           ${ownsLifetime(sql`${userId}`, sql.ref('products.id'))} as lifetime,
           discounts.id as discount_id, discounts.code, discounts.product_id, type, amount,
           starts_at, discounts.ends_at, max_uses, max_per_customer, min_cents, first_order,
           discounts.renewals,
           now() as now, tax_mode = 'table' as taxed, renew_by_default, renewals.plan as renewal_plan,
           renewal_price(renewals.id) as renewal_cents,
           renewal_list_price(renewals.id) as renewal_list_cents,
           coalesce(renewals.state = 'stopping', false) as renewal_stopped,
           renewal_charge_at(greatest(time_ends_at(${userId}, products.id), now())
             + make_interval(secs => term), term) as charge_at,
           case when max_per_customer > 0 then (
             select count(*)::int from ${usesOf(userId)}
              where discount_id = discounts.id and returned_at is null
                and not (${isNew} and used_by.type = 'card' and used_by.payment_status = 'waiting')
           ) else 0 end as own_uses,
           first_order and ${hasOrdered(userId, orderId)} as has_ordered,
           used_count - (
             select count(*)::int from orders
               join order_items on order_items.order_id = orders.id
               join discount_uses on order_item_id = order_items.id
              where ${isNew} and user_id = ${userId} and orders.type = 'card'
                and payment_status = 'waiting'
                and discount_id = discounts.id and returned_at is null
           ) as used_count
      from (values ${sql.join(items)}) as wanted (id, wanted_code, term, place)
      cross join settings
      left join products on products.id = wanted.id
      left join discounts on discounts.code = wanted_code
      left join renewals on renewals.user_id = ${userId} and renewals.product_id = products.id
       and state <> 'ended'
     order by place`.execute(db)
  return rows
}
