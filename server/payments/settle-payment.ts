import type { CardPayment } from '#server/adapters/payments/payments.ts'
import { settleDisputed } from '#server/disputes/settle.ts'
import type { Tx } from '#server/kernel/database.ts'
import { lockOrder } from '#server/orders/settle.ts'
import { beginRenewals } from './begin-renewals.ts'
import { updatePayment } from './records.ts'
import { renewalPaid } from './renewal-paid.ts'

/** Records what the provider says of a card payment and settles its order by it. */
export async function settleCardPayment(tx: Tx, orderId: string, payment: CardPayment) {
  const before = await lockOrder(tx, orderId)
  if (!before) throw new Error(`There is no order ${orderId}`)
  await updatePayment(tx, {
    order_id: orderId,
    provider: 'stripe',
    provider_id: payment.id,
    provider_reference: payment.paymentIntentId,
    status: payment.status,
    amount_cents: payment.amountCents,
    card_brand: payment.card?.brand ?? null,
    card_last4: payment.card?.last4 ?? null,
    card_country: payment.card?.country ?? null,
  })
  const status = await settleDisputed(tx, before, payment)
  // Just paid, or paid before it was disputed and heard of only now that this is won.
  if (status !== 'finished' || before.paidAt !== null) return
  await beginRenewals(tx, orderId, before.userId, payment.savedCard)
  await renewalPaid(tx, orderId, payment.paymentIntentId)
}
