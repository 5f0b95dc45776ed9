import type { WebhookEvent } from '#server/adapters/payments/payments.ts'
import { type Database, transaction } from '#server/kernel/database.ts'
import { enqueue } from '#server/kernel/jobs.ts'
import { workPaymentEvent } from './jobs.ts'

/**
 * Stores a verified event and has it worked, once however often the provider sends it, and together
 * with those of its topic that wait already.
 */
export function receiveEvent(
  db: Database,
  provider: 'stripe' | 'nowpayments',
  { id, type, payload, topic }: WebhookEvent,
) {
  return transaction(db, async (tx) => {
    const event = await tx
      .insertInto('payment_events')
      .values({
        provider,
        event_id: id,
        type,
        payload: JSON.stringify(payload),
        topic: topic ?? null,
      })
      .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!event) return
    const key = topic && { key: `${provider} ${topic}` }
    await enqueue(tx, workPaymentEvent, { event: event.id }, { ...key })
  })
}
