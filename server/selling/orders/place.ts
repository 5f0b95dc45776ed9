import { sql } from 'kysely'
import { discountRefusals } from '#contract/catalogue/discounts.ts'
import { placingOrderRefusals } from '#contract/selling/payments.ts'
import { shopCurrency } from '#contract/wire/currency.ts'
import { productRefusals } from '#contract/wire/product-refusals.ts'
import { monthsOf } from '#contract/wire/terms.ts'
import { refuseBeyondLimits } from '#server/catalogue/discounts/limits.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { Refusal, violatedConstraint } from '#server/kernel/http/errors.ts'
import { record } from '#server/platform/events/record.ts'
import type { Buyer } from '#server/platform/taxes/buyer.ts'
import { requireBuyer } from '#server/platform/taxes/country.ts'
import { assertBuyable, type PricedItem, priceItems, type WantedItem } from './priced-items.ts'
import { totalOf } from './pricing.ts'
import { settleOrder } from './settle.ts'

/** How long a customer has to pay, in seconds. Money that arrives later still counts. */
export const paymentWindow = 3600

export type Purchase = {
  userId: number
  type: 'card' | 'crypto'
  items: readonly WantedItem[]
  /** Undefined, like `address`, if the customer did not place the order. */
  accepted?: Accepted | undefined
  /** The IP address of the customer. Undefined if the customer did not place the order. */
  address?: string | undefined
  /** Throws if the provider does not accept a total, in cents. Not called for a total of zero. */
  admit: (totalCents: number) => void
  /** Called before a free order is placed. Throws if it must not be placed. */
  admitFree?: (tx: Tx) => Promise<void>
}

export type Accepted = { terms: number; refunds: number }

export type PlacedOrder = {
  id: string
  /** `finished` if there was nothing to pay, else `waiting`. */
  status: 'waiting' | 'finished'
  totalCents: number
  items: PricedItem[]
  createdAt: Date
  expiresAt: Date
}

/** Runs in one transaction. Throws the refusal of the first item that cannot be bought. */
export async function placeOrder(db: Database, purchase: Purchase): Promise<PlacedOrder> {
  try {
    return await transaction(db, async (tx) => {
      const items = await priceItems(tx, purchase.items, purchase.userId)
      const buyer = items.some(({ taxed }) => taxed)
        ? await requireBuyer(tx, purchase.userId)
        : null
      assertBuyable(items)
      const totalCents = totalOf(items)
      if (totalCents > 0) purchase.admit(totalCents)
      else await purchase.admitFree?.(tx)
      const type = totalCents > 0 ? purchase.type : 'free'
      const { currency, ...order } = await insertOrder(tx, {
        ...purchase,
        type,
        totalCents,
        items,
        buyer,
      })
      // This process still has the old currency, in which it would call the provider.
      if (currency !== shopCurrency()) throw new Refusal(placingOrderRefusals.currency_changed)
      const codes = items.map(({ discount }) => discount)
      await refuseBeyondLimits(tx, { userId: purchase.userId, orderId: order.id }, codes)
      await record(tx, 'order.placed', {
        userId: purchase.userId,
        data: { order: order.id, type, total_cents: totalCents },
      })
      if (type !== 'free') return { ...order, status: 'waiting', totalCents, items }
      await settleOrder(tx, order.id, 'finished')
      return { ...order, status: 'finished', totalCents, items }
    })
  } catch (error) {
    throw lostRace(error) ?? error
  }
}

/** The violated constraint shows what another transaction changed since this order's pricing. */
function lostRace(error: unknown): Refusal | undefined {
  switch (violatedConstraint(error)) {
    case 'discounts_uses_held':
      return new Refusal(discountRefusals.code_used_up)
    case 'discount_uses_discount_id_fkey':
      return new Refusal(discountRefusals.unknown_code)
    case 'order_items_product_id_fkey':
      return new Refusal(productRefusals.unknown_product)
  }
}

type NewOrder = {
  userId: number
  type: 'card' | 'crypto' | 'free'
  totalCents: number
  items: PricedItem[]
  accepted?: Accepted | undefined
  address?: string | undefined
  /** The buyer whose country determines the tax. Null while the shop does not ask for it. */
  buyer: Buyer | null
}

/** Uses codes in the order of their ids to avoid deadlocks. `discounts_uses_held` limits uses. */
async function insertOrder(tx: Tx, order: NewOrder) {
  const { userId, type, totalCents, items, accepted, address, buyer } = order
  const column = <T>(value: (item: PricedItem) => T) => items.map(value)
  const { rows } = await sql<{
    id: string
    createdAt: Date
    expiresAt: Date
    currency: string
  }>`
    with placed as (
      insert into orders
        (user_id, type, total_cents, expires_at, terms_version, refunds_version, accepted_at, address,
         tax_country, company_name, company_address, vat_id, vat_check_id)
      values (${userId}, ${type}, ${totalCents}, now() + make_interval(secs => ${paymentWindow}),
        ${accepted?.terms ?? null}, ${accepted?.refunds ?? null},
        ${accepted ? sql`now()` : null}, ${address ?? null}::inet,
        ${buyer?.tax_country ?? null}, ${buyer?.company_name ?? null},
        ${buyer?.company_address ?? null}, ${buyer?.vat_id ?? null}, ${buyer?.vat_check_id ?? null})
      returning id, created_at, expires_at
    ), wanted as (
      select * from unnest(
        ${column(({ productId }) => productId)}::bigint[], ${column(({ name }) => name)}::text[],
        ${column(({ plan }) => monthsOf(plan))}::smallint[],
        ${column(({ plan }) => (monthsOf(plan) ? null : plan))}::text[],
        ${column(({ listCents }) => listCents)}::integer[],
        ${column(({ saleCents }) => saleCents)}::integer[],
        ${column(({ discountCents }) => discountCents)}::integer[],
        ${column(({ discount }) => discount?.code ?? null)}::text[],
        ${column(({ discount }) => discount?.id ?? null)}::bigint[],
        ${column(({ discount }) => (discount?.renewals ? discount.renewals : 0))}::smallint[],
        ${column(({ discount }) => (discount?.renewals ? discount.type : null))}::smallint[],
        ${column(({ discount }) => (discount?.renewals ? discount.amount : null))}::integer[],
        ${column((item) => type === 'card' && item.renew)}::boolean[],
        ${column((item) => type === 'card' && item.renew && item.replaceRenewal)}::boolean[]
      ) as item (product_id, name, months, plan, list_cents, sale_cents, discount_cents, code, discount_id,
                 code_renewals, code_type, code_amount, renew, replace_renewal)
    ), bought as (
      insert into order_items
        (order_id, product_id, product_name, months, plan, list_cents, sale_cents, discount_cents,
         discount_code, code_renewals, code_type, code_amount, renew, replace_renewal)
      select placed.id, product_id, name, months, plan, list_cents, sale_cents, discount_cents, code,
             code_renewals, code_type, code_amount, renew, replace_renewal
        from placed, wanted
      returning id, product_id
    ), used as (
      insert into discount_uses (order_item_id, discount_id)
      select bought.id, discount_id
        from bought join wanted using (product_id)
       where discount_id is not null
       order by discount_id
    )
    select id, created_at as "createdAt", expires_at as "expiresAt",
           (select currency from settings) as currency
      from placed`.execute(tx)
  return rows[0]!
}
