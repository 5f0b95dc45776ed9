import type { Tx } from '#server/kernel/database.ts'
import { enqueue } from '#server/kernel/jobs.ts'
import { stopRenewal } from './jobs.ts'

/** Has the card renewals of a user stopped, or only those of orders that hold this product. */
export async function stopRenewalsOf(tx: Tx, userId: number, productId?: number) {
  const renewing = await tx
    .selectFrom('orders')
    .select('stripe_subscription_id as subscription')
    .distinct()
    .where('user_id', '=', userId)
    .where('autorenew', '=', true)
    .where('stripe_subscription_id', 'is not', null)
    .$if(productId !== undefined, (query) =>
      query.where('id', 'in', (eb) =>
        eb.selectFrom('order_items').select('order_id').where('product_id', '=', productId!),
      ),
    )
    .execute()
  for (const { subscription } of renewing) {
    await enqueue(tx, stopRenewal, { subscription: subscription! })
  }
}
