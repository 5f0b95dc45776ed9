import type { CardPayment, CardProvider } from '#server/adapters/payments/card-provider.ts'
import { type Database, transaction } from '#server/kernel/database/database.ts'
import { hearRefunds } from '#server/selling/refunds/hear.ts'

/** The charge's total leaves out failed refunds, so known refunds are read one by one. */
export async function readRefunds(
  db: Database,
  card: CardProvider,
  orderId: string,
  { paymentIntentId, refundedCents }: CardPayment,
) {
  if (!paymentIntentId) return
  if (refundedCents === 0 && !(await hasRefunds(db, orderId))) return
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
