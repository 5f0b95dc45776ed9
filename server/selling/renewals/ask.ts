import type { CardProvider } from '#server/adapters/payments/card-provider.ts'
import { ProviderDown } from '#server/adapters/payments/payments.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { settleIntent } from '#server/selling/payments/settle-card.ts'
import { settleCharge } from './settle.ts'

export const findLatestCharge = (db: Database, orderId: string) =>
  db
    .selectFrom('renewal_charges')
    .select(['id', 'order_id as orderId', 'card_id as cardId', 'customer_id as customerId'])
    .select(['status', 'number', 'payment_intent_id'])
    .where('order_id', '=', orderId)
    .orderBy('number', 'desc')
    .executeTakeFirst()

type LatestCharge = NonNullable<Awaited<ReturnType<typeof findLatestCharge>>>

/** Never charges the card. Throws ProviderDown and ProviderRefused. */
export async function askOfCharge(db: Database, card: CardProvider, charge: LatestCharge) {
  const { payment_intent_id: intent, customerId, orderId, status, number } = charge
  if (intent) await settleIntent(db, card, intent, { disputes: true })
  const outcome = intent
    ? await card.readCharge(intent)
    : await card.findCharge({ customerId, orderId })
  if (outcome?.status === 'unknown') throw new ProviderDown('Stripe did not answer')
  if (!outcome) return
  // All attempts share a PaymentIntent, which shows the previous outcome until the next one.
  const ofEarlier = outcome.status === 'declined' || outcome.status === 'needs_action'
  if (status === 'asked' && number > 1 && ofEarlier) return
  await settleCharge(db, charge, outcome)
}
