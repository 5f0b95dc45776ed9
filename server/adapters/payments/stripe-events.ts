import type Stripe from 'stripe'
import type { CardEvent } from './card-provider.ts'

/** Marks intents that pay an order with a saved card, as opposed to a checkout session's. */
export const savedCardKind = 'saved_card'

type Understood = {
  [Type in Stripe.Event['type']]?: (
    object: Extract<Stripe.Event, { type: Type }>['data']['object'],
  ) => CardEvent | undefined
}

const session = ({ id }: { id: string }) => ({ about: 'session', sessionId: id }) as const

type Payment = { payment_intent?: string | { id: string } | null }

const about =
  (what: 'charge' | 'dispute') =>
  ({ payment_intent: payment }: Payment) => {
    const paymentIntentId = typeof payment === 'string' ? payment : payment?.id
    return paymentIntentId ? ({ about: what, paymentIntentId } as const) : undefined
  }
const charge = about('charge')
const dispute = about('dispute')

const fraudWarning = ({ id }: { id: string }) =>
  ({ about: 'fraud warning', warningId: id }) as const

const card = ({ id, customer }: Stripe.PaymentMethod) => {
  const customerId = typeof customer === 'string' ? customer : customer?.id
  return customerId ? ({ about: 'card', cardId: id, customerId } as const) : undefined
}

/** Ignores PaymentIntents of checkout sessions, because the events of the sessions cover them. */
export function savedCardEvent({ id, metadata }: Stripe.PaymentIntent) {
  const { kind, order_id: orderId } = metadata
  if (kind !== savedCardKind || !orderId) return undefined
  return { about: 'saved card', paymentIntentId: id, orderId } as const
}

const understood = {
  'checkout.session.completed': session,
  'checkout.session.async_payment_succeeded': session,
  'checkout.session.async_payment_failed': session,
  'checkout.session.expired': session,
  'payment_intent.succeeded': savedCardEvent,
  'payment_intent.payment_failed': savedCardEvent,
  'payment_intent.canceled': savedCardEvent,
  'charge.refunded': charge,
  'refund.created': charge,
  'refund.updated': charge,
  'refund.failed': charge,
  'charge.dispute.created': dispute,
  'charge.dispute.updated': dispute,
  'charge.dispute.closed': dispute,
  'charge.dispute.funds_withdrawn': dispute,
  'charge.dispute.funds_reinstated': dispute,
  'radar.early_fraud_warning.created': fraudWarning,
  'radar.early_fraud_warning.updated': fraudWarning,
  'payment_method.automatically_updated': card,
} satisfies Understood

/** The types that the shop handles. Listing events accepts at most twenty. */
export const understoodTypes = Object.keys(understood) as (keyof typeof understood)[]

/** Omits the rest, such as the card and its owner's address, which must not be stored. */
export function keptOfEvent({ id, object, type, created, data }: Stripe.Event) {
  const told = data.object as Partial<Record<keyof typeof kept, unknown>>
  const about: Record<string, unknown> = {}
  for (const [name, keep] of Object.entries(kept)) {
    const value = keep(told[name as keyof typeof kept])
    if (value !== undefined) about[name] = value
  }
  return { id, object, type, created, data: { object: about } }
}

const word = (value: unknown) => (typeof value === 'string' ? value : undefined)
const idOf = (value: unknown) => word((value as { id?: unknown } | null)?.id) ?? word(value)

const kept = {
  id: word,
  object: word,
  payment_intent: idOf,
  customer: idOf,
  metadata: (value: unknown) => {
    const { kind, order_id } = (value ?? {}) as Record<string, unknown>
    return { kind: word(kind), order_id: word(order_id) }
  },
}

export function understandStripeEvent({ type, data }: Stripe.Event): CardEvent {
  const of: Understood = understood
  const read = of[type] as ((object: unknown) => CardEvent | undefined) | undefined
  return read?.(data.object) ?? { about: 'nothing of ours' }
}
