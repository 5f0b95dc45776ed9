import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Database } from '#server/kernel/database.ts'
import type { WantedItem } from '#server/orders/priced-items.ts'
import { itemPlan } from '#server/subscriptions/item-plan.ts'

/**
 * The order of the same items and terms that the customer has paid by card in the last minutes. A
 * second press of a page that has not heard of it is far likelier than a second purchase. What it
 * cost is left out of account: a code may be used up by it.
 */
export async function findJustPaid(db: Database, userId: number, wanted: readonly WantedItem[]) {
  const paid = await db
    .selectFrom('orders')
    .innerJoin('payments', 'payments.order_id', 'orders.id')
    .select(['orders.id as order_id', 'provider_id as session_id'])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('order_items')
          .select(['product_id as id', itemPlan.as('plan')])
          .whereRef('order_items.order_id', '=', 'orders.id'),
      ).as('items'),
    )
    .where('user_id', '=', userId)
    .where('orders.type', '=', 'card')
    .where('provider', '=', 'stripe')
    // What the shop charged by itself, as for a renewal, has no session.
    .where('client_secret', 'is not', null)
    .where('payment_status', 'in', ['finished', 'confirming'])
    .where(sql<boolean>`coalesce(paid_at, orders.updated_at) > now() - interval '10 minutes'`)
    .orderBy('orders.created_at', 'desc')
    .limit(20)
    .execute()
  const same = paid.find(({ items }) => namesOf(items) === namesOf(wanted))
  return same && { order_id: same.order_id, session_id: same.session_id }
}

const namesOf = (items: readonly Pick<WantedItem, 'id' | 'plan'>[]) =>
  items
    .map(({ id, plan }) => `${id} ${plan}`)
    .sort()
    .join()
