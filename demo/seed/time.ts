import type { Months } from '#contract/wire/wire.ts'
import { monthsToSeconds } from '#server/access/subscriptions/time.ts'
import type { Tx } from '#server/kernel/database/database.ts'

interface Delivery {
  userId: number
  productId: number
  itemId: number
  months: Months
  at: Date
}

/** Starts a subscription with the time of a paid order item. Returns its id. */
export async function deliver(tx: Tx, { userId, productId, itemId, months, at }: Delivery) {
  const { id } = await tx
    .insertInto('subscriptions')
    .values({ user_id: userId, product_id: productId, created_at: at, ends_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('time_entries')
    .values({
      subscription_id: id,
      seconds: monthsToSeconds(months),
      cause: 'purchase',
      order_item_id: itemId,
      created_at: at,
    })
    .execute()
  return id
}
