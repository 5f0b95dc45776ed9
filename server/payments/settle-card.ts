import type { CardEvent, CardProvider } from '#server/adapters/payments/payments.ts'
import { type Database, transaction } from '#server/kernel/database.ts'
import { readRefunds } from './read-refunds.ts'
import { findOrderOf } from './records.ts'
import { settleCardPayment } from './settle-payment.ts'

/** Settles what an event is about by what the provider now says of it. Not ours: does nothing. */
export async function settleCardEvent(db: Database, card: CardProvider, event: CardEvent) {
  switch (event.about) {
    case 'session':
      return settleSession(db, card, event.sessionId)
    case 'saved card':
      return settleIntent(db, card, event.paymentIntentId)
    case 'charge':
      return settleCardEvent(db, card, await card.findPaid(event.paymentIntentId))
  }
}

/** Reads a session from the provider and settles its order by it. */
export async function settleSession(db: Database, card: CardProvider, sessionId: string) {
  const payment = await card.readSession(sessionId)
  const settled = await transaction(db, async (tx) => {
    const orderId = await findOrderOf(tx, { provider: 'stripe', ...payment })
    if (orderId) await settleCardPayment(tx, orderId, payment)
    return orderId
  })
  if (settled) await readRefunds(db, card, settled, payment)
}

const paid: readonly string[] = ['finished', 'disputed', 'dispute_won', 'dispute_lost']

/**
 * Reads what a saved card was charged with, and settles its order when that is paid: what else becomes
 * of it is told by the answer to who charged it. Not ours: does nothing.
 */
export async function settleIntent(db: Database, card: CardProvider, intentId: string) {
  const payment = await card.readIntent(intentId)
  const orderId = await findOrderOf(db, { provider: 'stripe', ...payment })
  if (!orderId || !paid.includes(payment.status)) return
  await transaction(db, (tx) => settleCardPayment(tx, orderId, payment))
  await readRefunds(db, card, orderId, payment)
}
