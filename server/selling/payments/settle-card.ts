import type { CardEvent, CardProvider, ReadMore } from '#server/adapters/payments/card-provider.ts'
import { type Database, transaction } from '#server/kernel/database/database.ts'
import { isPaid } from '#server/selling/disputes/states.ts'
import { readRefunds } from './read-refunds.ts'
import { renewCard } from './renewed-card.ts'
import { settleFraudWarning } from './settle-fraud-warning.ts'
import { settleCardPayment } from './settle-payment.ts'

/** Settles by the provider's current data. Ignores payments that are not from this shop. */
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
      // Read the dispute first: a disputed payment is not refunded.
      await settleCardEvent(db, card, { about: 'dispute', paymentIntentId })
      return settleFraudWarning(db, card, warning)
    }
  }
}

export async function settleSession(
  db: Database,
  card: CardProvider,
  sessionId: string,
  more?: ReadMore,
) {
  const payment = await card.readSession(sessionId, more)
  const before = await transaction(db, (tx) => settleCardPayment(tx, payment))
  if (before) await readRefunds(db, card, before, payment)
}

/** Ignores unpaid charges, which the code that made them handles, and charges of other shops. */
export async function settleIntent(
  db: Database,
  card: CardProvider,
  intentId: string,
  more?: ReadMore,
) {
  const payment = await card.readIntent(intentId, more)
  if (!isPaid(payment.status)) return
  const before = await transaction(db, (tx) => settleCardPayment(tx, payment))
  if (before) await readRefunds(db, card, before, payment)
}
