import type { Sandbox } from '../sandbox.ts'
import { takenByBanks } from '../stripe/disputes.ts'

/** The cents that a provider received for an order, and those that it still holds. */
type Entry = { order: string; received: number; held: number }

export function readBooks({ stripe, crypto }: Pick<Sandbox, 'stripe' | 'crypto'>): Entry[] {
  const orderOfIntent = new Map<string, string | null>(
    stripe.sessions
      .all()
      .map(({ session }) => [String(session.payment_intent), session.client_reference_id]),
  )
  const byCard = stripe.charges
    .all()
    .filter(({ paid }) => paid)
    .map((charge) => {
      const { payment_intent, amount, amount_refunded } = charge
      const intent = String(payment_intent)
      const order = orderOfIntent.get(intent) ?? stripe.intents.get(intent)?.metadata.order_id
      const left = amount - amount_refunded
      // Until a dispute is decided, the bank has the whole amount.
      const held = left - (takenByBanks(stripe, charge) ?? left)
      return { order: order ?? '', received: amount, held }
    })
  const inCoins = crypto.payments.all().map((payment) => {
    const parent = crypto.payments.get(String(payment.parent_payment_id)) ?? payment
    const cents = (100 * parent.price_amount * payment.actually_paid) / parent.pay_amount
    const received = Math.round(cents)
    const held = payment.payment_status === 'refunded' ? 0 : received
    return { order: parent.order_id ?? '', received, held }
  })
  return [...byCard, ...inCoins]
}
