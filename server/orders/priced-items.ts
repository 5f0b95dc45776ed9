import { sql } from 'kysely'
import { productRefusals } from '#contract/products.ts'
import type { Months } from '#contract/wire.ts'
import { type Discount, problemWith } from '#server/discounts/validity.ts'
import type { Database } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { type RuleRow, ruleOf } from '#server/products/term-rule.ts'
import { type Price, priceOf } from './pricing.ts'

export type WantedItem = { id: number; term_length: Months; discount?: string | undefined }

export type PricedItem = Price & {
  productId: number
  /** Null when there is no such product. */
  name: string | null
  months: Months
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

function priceItem({ id, term_length: months, discount: code }: WantedItem, row: Row): PricedItem {
  const discount = row.discount_id === null ? null : { ...row, id: row.discount_id }
  const discountProblem = code ? problemWith(discount, id, row.now) : null
  const counting = discountProblem ? null : discount
  return {
    productId: id,
    name: row.name,
    months,
    ...priceOf(row.price_cents ?? 0, months, counting, ruleOf(row)),
    discount: counting,
    problem: problemWithProduct(row),
    discountProblem,
  }
}

/** Throws the refusal of the first item that cannot be bought as asked. */
export function assertBuyable(items: readonly PricedItem[]) {
  const refusal = items.map((item) => item.problem ?? item.discountProblem).find(Boolean)
  if (refusal) throw refusal
}

function problemWithProduct({ name, disabled }: Row): Refusal | null {
  if (name === null) return new Refusal(productRefusals.unknown_product)
  return disabled
    ? new Refusal(productRefusals.product_unavailable, { values: { product: name } })
    : null
}

/** The columns of a product and of a code; those of what does not exist are null. */
type Row = Omit<Discount, 'id'> &
  RuleRow & {
    name: string | null
    price_cents: number | null
    disabled: boolean | null
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
    select products.name, products.price_cents, products.disabled,
           savings_3, savings_6, savings_12, coalesce(ends_in_99, false) as ends_in_99,
           discounts.id as discount_id, code, product_id, type, amount,
           starts_at, ends_at, max_uses, now() as now,
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
