import type { WebhookEvent } from '#server/adapters/payments/payments.ts'
import { type Database, transaction } from '#server/kernel/database.ts'
import { enqueue } from '#server/kernel/jobs.ts'
import { workPaymentEvent } from './jobs.ts'

/** Stores a verified event and has it worked, once however often the provider sends it. */
export function receiveEvent(
  db: Database,
  provider: 'stripe' | 'nowpayments',
  { id, type, payload }: WebhookEvent,
) {
  return transaction(db, async (tx) => {
    const event = await tx
      .insertInto('payment_events')
      .values({ provider, event_id: id, type, payload: JSON.stringify(payload) })
      .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (event) await enqueue(tx, workPaymentEvent, { event: event.id })
  })
}
