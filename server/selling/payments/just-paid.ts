import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { itemPlan } from '#server/access/subscriptions/item-plan.ts'
import type { Database } from '#server/kernel/database/database.ts'
import type { WantedItem } from '#server/selling/orders/priced-items.ts'

/**
 * Returns the order with the same items and terms that was just paid, because a repeated request is
 * likelier than a second purchase. Prices may differ, as the first order may have used up a code.
 */
export async function findJustPaid(db: Database, userId: number, wanted: readonly WantedItem[]) {
  const paid = await db
    .selectFrom('orders')
    .leftJoin('payments', 'payments.order_id', 'orders.id')
    .select('orders.id as order_id')
    // A free order has no session. The return page identifies it by the order id.
    .select(sql<string>`coalesce(provider_id, orders.id::text)`.as('session_id'))
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('order_items')
          .select(['product_id as id', itemPlan.as('plan')])
          .whereRef('order_items.order_id', '=', 'orders.id'),
      ).as('items'),
    )
    .where('user_id', '=', userId)
    .where(({ or, and, eb }) =>
      or([
        eb('orders.type', '=', 'free'),
        and([
          eb('orders.type', '=', 'card'),
          eb('provider', '=', 'stripe'),
          // A charge for a renewal has no session.
          eb('client_secret', 'is not', null),
        ]),
      ]),
    )
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
