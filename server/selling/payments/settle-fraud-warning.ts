import type { CardProvider, FraudWarning } from '#server/adapters/payments/card-provider.ts'
import { type Database, transaction } from '#server/kernel/database/database.ts'
import { hearFraudWarning } from '#server/selling/disputes/fraud-warnings.ts'
import { askForRefund } from '#server/selling/refunds/ask.ts'

/** Requests the refund that the settings require. Ignores warnings about other payments. */
export async function settleFraudWarning(db: Database, card: CardProvider, warning: FraudWarning) {
  const paid = await db
    .selectFrom('payments')
    .select('order_id')
    .where('provider', '=', 'stripe')
    .where('provider_reference', '=', warning.paymentIntentId)
    .executeTakeFirst()
  if (!paid) return
  const refund = await transaction(db, (tx) => hearFraudWarning(tx, paid.order_id, warning))
  if (refund) await askForRefund(db, card, refund)
}
