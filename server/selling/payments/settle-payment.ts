import { type RawBuilder, sql } from 'kysely'
import type { CardPayment } from '#server/adapters/payments/card-provider.ts'
import type { Tx } from '#server/kernel/database/database.ts'
import { settleDisputed } from '#server/selling/disputes/settle.ts'
import { type LockedOrder, lockOrder } from '#server/selling/orders/settle.ts'
import { beginRenewals } from './begin-renewals.ts'
import { orderOf, updatePayment } from './records.ts'
import { renewalPaid } from './renewal-paid.ts'

/** Returns the order as it was before. Undefined if the payment is not from this shop. */
export async function settleCardPayment(
  tx: Tx,
  payment: CardPayment,
  order: string | RawBuilder<string> = orderOf({ provider: 'stripe', ...payment }),
): Promise<LockedOrder | undefined> {
  const before = await lockOrder(tx, order)
  if (!before) return undefined
  const orderId = before.id
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
    card_fingerprint: payment.card?.fingerprint ?? null,
  })
  if (before.paidAt === null && payment.disputes.some(({ told }) => told !== 'warning'))
    await notePaid(tx, orderId, payment.paidAt)
  const isNew =
    before.paidAt === null || (before.status === 'disputed' && !(await isDelivered(tx, orderId)))
  await settleDisputed(tx, before, payment, async (status) => {
    // Just paid, or paid before a dispute that the shop learns of only after winning.
    if (status !== 'finished' || !isNew) return
    if (before.renews) await renewalPaid(tx, orderId, payment.paymentIntentId)
    else await beginRenewals(tx, orderId, before.userId, payment.savedCard)
  })
  return before
}

/** A disputed payment was paid, even if the dispute is the first that the shop learns of it. */
function notePaid(tx: Tx, orderId: string, at: Date | null) {
  return tx
    .updateTable('orders')
    .set({ paid_at: at ?? sql<Date>`now()` })
    .where('id', '=', orderId)
    .execute()
}

async function isDelivered(tx: Tx, orderId: string): Promise<boolean> {
  const entry = await tx
    .selectFrom('order_items')
    .innerJoin('time_entries', 'order_item_id', 'order_items.id')
    .select('time_entries.id')
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return entry !== undefined
}
