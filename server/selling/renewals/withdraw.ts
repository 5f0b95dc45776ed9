import { sql } from 'kysely'
import * as z from 'zod'
import type { CardProvider } from '#server/adapters/payments/card-provider.ts'
import type { CardCharge } from '#server/adapters/payments/saved-cards.ts'
import { type Database, transaction } from '#server/kernel/database/database.ts'
import { enqueue, job } from '#server/kernel/jobs/jobs.ts'
import { clock } from '#server/kernel/time/clock.ts'
import { settleOrder } from '#server/selling/orders/settle.ts'
import { settlePaid } from './settle.ts'

/** In milliseconds. After this time, a process that called the provider is finished or killed. */
const askingTakes = 2 * 60_000

export const withdraw = job({
  name: 'renewals.withdraw',
  does: 'Cancels open card payments of a renewal that ended or was stopped',
  payload: z.object({ order: z.uuid() }),
  waitsFor: 'stripe',
  urgent: true,
  run: async ({ db, card }, { order }) => {
    if (!card) throw new Error('No card provider is configured')
    await withdrawOrder(db, card, order)
  },
})

export const withdrawLater = (db: Database, order: string) => enqueue(db, withdraw, { order })

/** If the payment has arrived in the meantime, the order is delivered. */
async function withdrawOrder(db: Database, card: CardProvider, orderId: string) {
  const charge = await db
    .selectFrom('renewal_charges')
    .select(['payment_intent_id', 'customer_id', 'status', 'created_at'])
    .where('order_id', '=', orderId)
    .orderBy('number', 'desc')
    .executeTakeFirst()
  const became = charge ? await cancel(card, { ...charge, orderId }) : null
  if (became?.status === 'succeeded') return settlePaid(db, orderId, became)
  if (became?.status === 'processing' || became?.status === 'unknown')
    throw new Error(`The payment of order ${orderId} is still pending`)
  await transaction(db, async (tx) => {
    await tx
      .updateTable('renewal_charges')
      .set({ status: 'canceled', decided_at: sql<Date>`now()` })
      .where('order_id', '=', orderId)
      .where('status', 'in', ['asked', 'processing', 'needs_action'])
      .execute()
    await settleOrder(tx, orderId, 'failed')
  })
}

type Asked = {
  orderId: string
  payment_intent_id: string | null
  customer_id: string
  status: string
  created_at: Date
}

async function cancel(card: CardProvider, charge: Asked): Promise<CardCharge | null> {
  const { payment_intent_id: known, status, created_at, orderId } = charge
  if (status === 'asked' && created_at.getTime() > clock.now() - askingTakes)
    throw new Error(`The card of order ${orderId} is being charged`)
  if (known) return card.cancelCharge(known)
  const found = await card.findCharge({ customerId: charge.customer_id, orderId })
  if (!found || !('paymentIntentId' in found) || !found.paymentIntentId) return found
  return found.status === 'succeeded' ? found : card.cancelCharge(found.paymentIntentId)
}
