import type { CardEvent, CardProvider, ReadMore } from '#server/adapters/payments/card-provider.ts'
import { isPaid } from '#server/disputes/states.ts'
import { type Database, transaction } from '#server/kernel/database.ts'
import { readRefunds } from './read-refunds.ts'
import { findOrderOf } from './records.ts'
import { renewCard } from './renewed-card.ts'
import { settleFraudWarning } from './settle-fraud-warning.ts'
import { settleCardPayment } from './settle-payment.ts'

/** Settles what an event is about by what the provider now says of it. Not ours: does nothing. */
export async function settleCardEvent(
  db: Database,
  card: CardProvider,
  event: CardEvent,
  more?: ReadMore,
) {
  switch (event.about) {
    case 'session':
      return settleSession(db, card, event.sessionId, more)
    case 'saved card':
      return settleIntent(db, card, event.paymentIntentId, more)
    case 'charge':
      return settleCardEvent(db, card, await card.findPaid(event.paymentIntentId))
    case 'dispute':
      return settleCardEvent(db, card, await card.findPaid(event.paymentIntentId), {
        disputes: true,
      })
    case 'card':
      return renewCard(db, card, event)
    case 'fraud warning': {
      const warning = await card.readFraudWarning(event.warningId)
      const { paymentIntentId } = warning
      if (!paymentIntentId) return
      // What became of the payment comes first: what is disputed is not given back.
      await settleCardEvent(db, card, { about: 'dispute', paymentIntentId })
      return settleFraudWarning(db, card, warning)
    }
  }
}

/** Reads a session from the provider and settles its order by it. */
export async function settleSession(
  db: Database,
  card: CardProvider,
  sessionId: string,
  more?: ReadMore,
) {
  const payment = await card.readSession(sessionId, more)
  const settled = await transaction(db, async (tx) => {
    const orderId = await findOrderOf(tx, { provider: 'stripe', ...payment })
    if (orderId) await settleCardPayment(tx, orderId, payment)
    return orderId
  })
  if (settled) await readRefunds(db, card, settled, payment)
}

/**
 * Reads a charge of a saved card and settles its order once it is paid. Anything else that becomes
 * of the charge is handled by whoever made it, from the answer. A charge of another shop is left
 * alone.
 */
export async function settleIntent(
  db: Database,
  card: CardProvider,
  intentId: string,
  more?: ReadMore,
) {
  const payment = await card.readIntent(intentId, more)
  const orderId = await findOrderOf(db, { provider: 'stripe', ...payment })
  if (!orderId || !isPaid(payment.status)) return
  await transaction(db, (tx) => settleCardPayment(tx, orderId, payment))
  await readRefunds(db, card, orderId, payment)
}
