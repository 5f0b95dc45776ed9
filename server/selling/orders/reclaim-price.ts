import { sql } from 'kysely'
import type { PaymentStatus } from '#contract/selling/orders.ts'
import { itemPlan } from '#server/access/subscriptions/item-plan.ts'
import { lockCodes, retakeUses } from '#server/catalogue/discounts/uses.ts'
import type { Tx } from '#server/kernel/database/database.ts'
import { type PricedItem, priceItems } from './priced-items.ts'
import { totalOf } from './pricing.ts'
import type { LockedOrder } from './settle.ts'

/** Statuses in which an order has released its code uses and its sale price. */
const released: readonly PaymentStatus[] = ['expired', 'failed']

export const hasReleasedPrice = ({ status }: Pick<LockedOrder, 'status'>) =>
  released.includes(status)

/**
 * Keeps the price that the order had released if the codes and the sale are still available.
 * Otherwise updates `order.totalCents`. Locks the codes, so concurrent orders cannot share a use.
 */
export async function reclaimPrice(tx: Tx, order: LockedOrder): Promise<void> {
  if (!hasReleasedPrice(order) || order.totalCents === 0) return
  await lockCodes(tx, order.id)
  const placed = await readItems(tx, order.id)
  const wanted = placed.map(({ product_id, plan, discount_code }) => ({
    id: product_id,
    plan,
    ...(discount_code !== null && { discount: discount_code }),
  }))
  const priced = await priceItems(tx, wanted, order.userId, { id: order.id })
  const now = placed.map((item, at) => priceOfNow(item, priced[at]!))
  const totalCents = totalOf(now)
  if (totalCents <= order.totalCents) return retakeUses(tx, order.id)
  for (const { id, ...price } of now) await reprice(tx, id, price)
  await retakeUses(tx, order.id)
  await tx
    .updateTable('orders')
    .set({ total_cents: totalCents, repriced_at: sql`now()` })
    .where('id', '=', order.id)
    .execute()
  order.totalCents = totalCents
}

type Placed = Awaited<ReturnType<typeof readItems>>[number]
type NewPrice = Pick<PricedItem, 'listCents' | 'saleCents' | 'discountCents' | 'priceCents'> & {
  id: number
  code: string | null
}

function readItems(tx: Tx, orderId: string) {
  return tx
    .selectFrom('order_items')
    .select(['id', 'product_id', 'list_cents', 'discount_code', itemPlan.as('plan')])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
}

/** A product that is no longer sold with this plan keeps its price without sale and code. */
function priceOfNow({ id, list_cents }: Placed, priced: PricedItem): NewPrice {
  if (priced.problem) {
    return {
      id,
      listCents: list_cents,
      saleCents: 0,
      discountCents: 0,
      priceCents: list_cents,
      code: null,
    }
  }
  const { listCents, saleCents, discountCents, priceCents, discount } = priced
  return { id, listCents, saleCents, discountCents, priceCents, code: discount?.code ?? null }
}

async function reprice(tx: Tx, id: number, price: Omit<NewPrice, 'id'>) {
  const isWithoutCode = price.code === null
  await tx
    .updateTable('order_items')
    .set({
      list_cents: price.listCents,
      sale_cents: price.saleCents,
      discount_cents: price.discountCents,
      discount_code: price.code,
      ...(isWithoutCode && { code_renewals: 0, code_type: null, code_amount: null }),
    })
    .where('id', '=', id)
    .execute()
  if (isWithoutCode) await tx.deleteFrom('discount_uses').where('order_item_id', '=', id).execute()
}
