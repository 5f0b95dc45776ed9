import type Stripe from 'stripe'
import type {
  CardDispute,
  CardEvent,
  CardPayment,
  CardProvider,
  CardRefund,
  ReadMore,
} from './card-provider.ts'
import { requireOwnCurrency } from './own-currency.ts'
import type { Observed } from './payments.ts'
import type { PaidCard } from './saved-cards.ts'
import { disputeOf, observedOfDisputes } from './stripe-disputes.ts'
import { savedCardEvent } from './stripe-events.ts'
import { asked } from './stripe-failures.ts'

type Reader = Pick<CardProvider, 'readSession' | 'readIntent' | 'findPaid' | 'listRefunds'>
type Disputes = readonly CardDispute[]

const idOf = (reference: string | { id: string } | null | undefined) =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)

export function openReader(stripe: Stripe): Reader {
  async function retrieve(id: string | null): Promise<Stripe.PaymentIntent | null> {
    if (!id) return null
    return asked(() => stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }))
  }

  /** Oldest first. */
  async function disputesOf(
    intent: Stripe.PaymentIntent | null,
    { disputes }: ReadMore,
  ): Promise<CardDispute[]> {
    const charge = intent?.latest_charge as Stripe.Charge | null | undefined
    if (!charge?.disputed && !(disputes && intent)) return []
    const { data } = await asked(() =>
      stripe.disputes.list({ payment_intent: intent!.id, limit: 100 }),
    )
    return data.toReversed().map(disputeOf)
  }

  function statusOfSession(
    { status, payment_status }: Stripe.Checkout.Session,
    intent: Stripe.PaymentIntent | null,
    disputes: Disputes,
  ): Observed {
    if (status === 'expired') return 'expired'
    if (status !== 'complete') return 'waiting'
    if (payment_status !== 'unpaid') return observedOfDisputes(disputes)
    return intent && failed.includes(intent.status) ? 'failed' : 'confirming'
  }

  function statusOfIntent(intent: Stripe.PaymentIntent, disputes: Disputes): Observed {
    if (intent.status === 'succeeded') return observedOfDisputes(disputes)
    if (intent.status === 'processing') return 'confirming'
    return intent.status === 'canceled' ? 'failed' : 'waiting'
  }

  /** Reads all pages, because a missing refund would count as money that the shop still has. */
  async function listRefunds(intent: string) {
    const refunds = await asked(() =>
      stripe.refunds
        .list({ payment_intent: intent, limit: 100 })
        .autoPagingToArray({ limit: 2000 }),
    )
    return refunds.toReversed().map(refundOf)
  }

  return {
    listRefunds,

    async readSession(id, more = {}): Promise<CardPayment> {
      const session = await asked(() => stripe.checkout.sessions.retrieve(id))
      const { currency } = session
      // Not its `client_reference_id`: anyone who opens a payment link of the account can set it.
      const orderId = session.metadata?.order_id ?? null
      requireOwnCurrency(`Stripe: session ${id}`, { orderId, currency })
      const intent = await retrieve(idOf(session.payment_intent))
      const disputes = await disputesOf(intent, more)
      return {
        id,
        orderId,
        status: statusOfSession(session, intent, disputes),
        amountCents: session.amount_total ?? 0,
        disputes,
        ...paidWith(intent),
      }
    },

    async readIntent(id, more = {}): Promise<CardPayment> {
      const intent = (await retrieve(id))!
      const orderId = intent.metadata.order_id ?? null
      requireOwnCurrency(`Stripe: payment ${id}`, { orderId, currency: intent.currency })
      const disputes = await disputesOf(intent, more)
      return {
        id,
        orderId,
        status: statusOfIntent(intent, disputes),
        amountCents: intent.amount,
        disputes,
        ...paidWith(intent),
      }
    },

    async findPaid(id): Promise<CardEvent> {
      const { data } = await asked(() => stripe.checkout.sessions.list({ payment_intent: id }))
      const [session] = data
      if (session) return { about: 'session', sessionId: session.id }
      return savedCardEvent((await retrieve(id))!) ?? { about: 'nothing of ours' }
    },
  }
}

const paidWith = (intent: Stripe.PaymentIntent | null) => ({
  paymentIntentId: intent?.id ?? null,
  paidAt: paidAtOf(intent),
  card: cardOf(intent),
  savedCard: savedCardOf(intent),
  refundedCents: refundedOf(intent),
})

function refundedOf(intent: Stripe.PaymentIntent | null): number {
  const charge = intent?.latest_charge as Stripe.Charge | null | undefined
  return charge?.amount_refunded ?? 0
}

function paidAtOf(intent: Stripe.PaymentIntent | null): Date | null {
  const charge = intent?.latest_charge as Stripe.Charge | null | undefined
  return charge?.paid ? new Date(charge.created * 1000) : null
}

/** The card of an intent whose latest charge is expanded. */
export function cardOf(intent: Stripe.PaymentIntent | null): PaidCard | null {
  const charge = intent?.latest_charge
  const card = typeof charge === 'object' ? charge?.payment_method_details?.card : null
  if (!card?.last4) return null
  return {
    brand: card.brand ?? 'card',
    last4: card.last4,
    country: countryOf(card.country),
    fingerprint: card.fingerprint ?? null,
  }
}

/** Stripe uses other values for cards whose bank it cannot locate. */
const countryOf = (told: string | null | undefined) =>
  told && /^[A-Z]{2}$/.test(told) ? told : null

/** A card is only saved if the payment belongs to a customer and requests it. */
function savedCardOf(intent: Stripe.PaymentIntent | null): CardPayment['savedCard'] {
  const charge = intent?.latest_charge as Stripe.Charge | null | undefined
  const card = charge?.payment_method_details?.card
  const kept = intent?.setup_future_usage === 'off_session' && intent.customer
  if (!kept || !charge?.paid || !charge.payment_method || !card?.last4) return null
  return {
    id: charge.payment_method,
    brand: card.brand ?? 'card',
    last4: card.last4,
    expMonth: card.exp_month,
    expYear: card.exp_year,
    fingerprint: card.fingerprint ?? null,
  }
}

/** A refund that requires an action by the customer has not failed. */
export function refundOf(refund: Stripe.Refund): CardRefund {
  const { id, amount, metadata, status, failure_reason } = refund
  const known = ['succeeded', 'failed', 'canceled'] as const
  return {
    id,
    ours: metadata?.refund_id ?? null,
    amountCents: amount,
    status: known.find((each) => each === status) ?? 'pending',
    failure: failure_reason?.replaceAll('_', ' ') ?? null,
  }
}

const failed: string[] = ['requires_payment_method', 'canceled']
