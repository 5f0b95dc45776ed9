import type { Database } from '#server/kernel/database/database.ts'

/** A negative `seconds` is a subscription that ended that long ago. */
export async function subscribe(db: Database, userId: number, seconds = 3600): Promise<void> {
  const product = await db
    .insertInto('products')
    .values({ slug: `game-of-${userId}`, name: 'A game', price_cents: 999 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const begun = new Date(Date.now() - (seconds < 0 ? 2000 * -seconds : 0))
  const subscription = await db
    .insertInto('subscriptions')
    .values({ user_id: userId, product_id: product.id, created_at: begun, ends_at: begun })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('time_entries')
    .values({ subscription_id: subscription.id, seconds: Math.abs(seconds), cause: 'grant' })
    .execute()
}
