import type Stripe from 'stripe'
import type { CardEvent } from './payments.ts'

const idOf = (reference: string | { id: string } | null) =>
  typeof reference === 'string' ? reference : reference?.id

/** The types that mean something here; a list of events is asked for at most twenty. */
export const understoodTypes = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'invoice.paid',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
] satisfies Stripe.Event['type'][]

/** What an event is about. The first invoice of a subscription is its session's own business. */
export function understandStripeEvent(event: Stripe.Event): CardEvent {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired':
      return { about: 'session', sessionId: event.data.object.id }
    case 'invoice.paid': {
      const { id, billing_reason } = event.data.object
      if (billing_reason === 'subscription_cycle') return { about: 'renewal', invoiceId: id }
      break
    }
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
    case 'customer.subscription.paused':
    case 'customer.subscription.resumed':
      return { about: 'subscription', subscriptionId: event.data.object.id }
    case 'charge.refunded':
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated': {
      const paymentIntentId = idOf(event.data.object.payment_intent)
      if (paymentIntentId) return { about: 'charge', paymentIntentId }
    }
  }
  return { about: 'nothing of ours' }
}
