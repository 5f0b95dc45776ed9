import { sql } from 'kysely'
import type { Tx } from '#server/kernel/database/database.ts'

/** Locks an order's codes, always in the order of their ids, so that orders cannot deadlock. */
export async function lockCodes(tx: Tx, orderId: string): Promise<number[]> {
  const codes = await usesOf(tx, orderId)
    .innerJoin('discounts', 'discounts.id', 'discount_uses.discount_id')
    .select('discounts.id')
    .orderBy('discounts.id')
    .forNoKeyUpdate('discounts')
    .execute()
  return codes.map(({ id }) => id)
}

function usesOf(tx: Tx, orderId: string) {
  return tx
    .selectFrom('order_items')
    .innerJoin('discount_uses', 'discount_uses.order_item_id', 'order_items.id')
    .where('order_items.order_id', '=', orderId)
}

/** The order failed, expired or was undone. `items` limits it to some of them. Idempotent. */
export async function returnUses(tx: Tx, orderId: string, items?: number[]) {
  const codes = await lockCodes(tx, orderId)
  if (codes.length === 0) return
  await tx
    .updateTable('discount_uses')
    .set({ returned_at: sql`now()` })
    .where('order_item_id', 'in', usesOf(tx, orderId).select('order_items.id'))
    .where('returned_at', 'is', null)
    .$if(items !== undefined, (query) => query.where('order_item_id', 'in', items!))
    .execute()
}

/** The order was paid after all. Codes that were used up in the meantime are unchanged. */
export async function retakeUses(tx: Tx, orderId: string, items?: number[]) {
  const codes = await lockCodes(tx, orderId)
  if (codes.length === 0) return
  await tx
    .updateTable('discount_uses')
    .from('discounts')
    .set({ returned_at: null })
    .whereRef('discounts.id', '=', 'discount_uses.discount_id')
    .where('order_item_id', 'in', usesOf(tx, orderId).select('order_items.id'))
    .where('returned_at', 'is not', null)
    .$if(items !== undefined, (query) => query.where('order_item_id', 'in', items!))
    .where((eb) =>
      eb.or([eb('max_uses', '=', 0), eb('used_count', '<', eb.ref('discounts.max_uses'))]),
    )
    .where(
      sql<boolean>`(max_per_customer = 0 or max_per_customer > (
        select count(*) from orders as mine
          join orders as other on other.user_id = mine.user_id and other.id <> mine.id
          join order_items on order_id = other.id
          join discount_uses as held on held.order_item_id = order_items.id
         where mine.id = ${orderId} and held.discount_id = discounts.id
           and held.returned_at is null))`,
    )
    .execute()
}
