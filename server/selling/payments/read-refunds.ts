import type { CardPayment, CardProvider } from '#server/adapters/payments/card-provider.ts'
import { type Database, transaction } from '#server/kernel/database/database.ts'
import type { LockedOrder } from '#server/selling/orders/settle.ts'
import { hearRefunds } from '#server/selling/refunds/hear.ts'

/**
 * The charge's total leaves out failed refunds, so known refunds are read one by one. `order` is as
 * it was before the payment was settled.
 */
export async function readRefunds(
  db: Database,
  card: CardProvider,
  { id: orderId, paidAt }: Pick<LockedOrder, 'id' | 'paidAt'>,
  { paymentIntentId, refundedCents }: CardPayment,
) {
  if (!paymentIntentId) return
  // Only a paid order can have a refund that the charge's total leaves out.
  if (refundedCents === 0 && (paidAt === null || !(await hasRefunds(db, orderId)))) return
  const told = await card.listRefunds(paymentIntentId)
  await transaction(db, (tx) => hearRefunds(tx, orderId, told))
}

async function hasRefunds(db: Database, orderId: string) {
  const refund = await db
    .selectFrom('refunds')
    .select('id')
    .where('order_id', '=', orderId)
    // Amounts taken by a bank in a dispute are not refunds of the provider.
    .where('dispute_id', 'is', null)
    .executeTakeFirst()
  return refund !== undefined
}
