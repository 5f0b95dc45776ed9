import type { CardEvent, CardProvider } from '#server/adapters/payments/payments.ts'
import { type Database, transaction } from '#server/kernel/database.ts'
import { readRefunds } from './read-refunds.ts'
import { findOrderOf } from './records.ts'
import { followSubscription, settleCardPayment, settleRenewal } from './renewals.ts'

/** Settles what an event is about by what the provider now says of it. Not ours: does nothing. */
export async function settleCardEvent(db: Database, card: CardProvider, event: CardEvent) {
  switch (event.about) {
    case 'session':
      return settleSession(db, card, event.sessionId)
    case 'renewal':
      return settleRenewal(db, card, event.invoiceId)
    case 'subscription':
      return followSubscription(db, card, event.subscriptionId)
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
