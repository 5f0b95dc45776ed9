import type { Months } from '#contract/wire.ts'
import type { Tx } from '#server/kernel/database.ts'

const days: Record<Months, number> = { 1: 30, 3: 90, 6: 180, 12: 365 }

/** Seconds that a term of so many months is worth. */
function termSeconds(months: Months): number {
  return days[months] * 86_400
}

interface Delivery {
  userId: number
  productId: number
  itemId: number
  months: Months
  at: Date
}

/** Starts a run of time with what a paid order item bought. Returns the subscription's id. */
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
      seconds: termSeconds(months),
      cause: 'purchase',
      order_item_id: itemId,
      created_at: at,
    })
    .execute()
  return id
}
