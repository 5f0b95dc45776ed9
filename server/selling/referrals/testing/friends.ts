import { sql } from 'kysely'
import type { Database } from '#server/kernel/database/database.ts'
import { signInAs } from '#server/kernel/testing/customer.ts'
import { addProduct } from '#server/kernel/testing/product.ts'
import { settleOrder } from '#server/selling/orders/settle.ts'

type Purchase = { plan?: string; cents?: number; daysAgo?: number; card?: string; product?: number }

export async function addFriend(db: Database, referrer: number, more: object = {}) {
  const { user } = await signInAs(db)
  await db
    .updateTable('users')
    .set({ referred_by: referrer, ...more })
    .where('id', '=', user.id)
    .execute()
  return user
}

/** Adds a paid and delivered order of one item. Returns its id. */
export async function pay(db: Database, userId: number, purchase: Purchase = {}) {
  const { plan = '1m', cents = 1999, daysAgo = 20, card } = purchase
  const product = purchase.product ?? (await addProduct(db))
  const { id } = await db
    .insertInto('orders')
    .values({ user_id: userId, type: cents > 0 ? 'card' : 'free', total_cents: cents })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('order_items')
    .values({ order_id: id, product_id: product, product_name: 'Game', plan, list_cents: cents })
    .execute()
  if (card)
    await db
      .insertInto('payments')
      .values({
        ...{ order_id: id, provider: 'stripe', provider_id: id, status: 'finished' },
        ...{ amount_cents: cents, card_fingerprint: card },
      })
      .execute()
  await settleOrder(db, id, 'finished')
  await db
    .updateTable('orders')
    .set({ paid_at: sql`now() - make_interval(days => ${daysAgo})` })
    .where('id', '=', id)
    .execute()
  return id
}

/** Adds friends of a referrer, each with a paid order. Returns their ids and orders. */
export async function addPayingFriends(
  db: Database,
  referrer: number,
  count: number,
  purchase: Purchase = {},
) {
  const friends = []
  for (let n = 0; n < count; n += 1) {
    const { id } = await addFriend(db, referrer)
    friends.push({ id, order: await pay(db, id, purchase) })
  }
  return friends
}
