import type Stripe from 'stripe'
import type {
  CardEvent,
  CardPayment,
  CardProvider,
  CardRefund,
  CardSubscription,
  Observed,
} from './payments.ts'
import { asked } from './stripe-failures.ts'

type Reader = Pick<
  CardProvider,
  'readSession' | 'readRenewal' | 'readSubscription' | 'listRenewals' | 'findPaid' | 'listRefunds'
>

const idOf = (reference: string | { id: string } | null | undefined) =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)

/** Reads what Stripe knows of a payment through to its charge: refunds and disputes included. */
export function openReader(stripe: Stripe): Reader {
  async function readIntent(id: string | null): Promise<Stripe.PaymentIntent | null> {
    if (!id) return null
    return asked(() => stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }))
  }

  /** The intent that pays an invoice; of several attempts, the one that did. */
  async function intentOfInvoice(invoice: string): Promise<string | null> {
    const { data } = await asked(() => stripe.invoicePayments.list({ invoice }))
    const payment = data.find(({ status }) => status === 'paid') ?? data[0]
    return idOf(payment?.payment.payment_intent)
  }

  /** What became of money that was received; refunds are told apart. */
  async function afterPayment(intent: Stripe.PaymentIntent | null): Promise<Observed> {
    const charge = intent?.latest_charge as Stripe.Charge | null | undefined
    if (!charge?.disputed) return 'finished'
    const { data } = await asked(() => stripe.disputes.list({ payment_intent: intent!.id }))
    return statusOfDispute(data[0]?.status)
  }

  async function statusOfSession(
    { status, payment_status }: Stripe.Checkout.Session,
    intent: Stripe.PaymentIntent | null,
  ): Promise<Observed> {
    if (status === 'expired') return 'expired'
    if (status !== 'complete') return 'waiting'
    if (payment_status !== 'unpaid') return afterPayment(intent)
    return intent && failed.includes(intent.status) ? 'failed' : 'confirming'
  }

  /** Of several hundred, all: none may be taken for money that is still here. */
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

    async readSession(id): Promise<CardPayment> {
      const session = await asked(() =>
        stripe.checkout.sessions.retrieve(id, { expand: ['subscription'] }),
      )
      const invoice = idOf(session.invoice)
      const intentId = invoice ? await intentOfInvoice(invoice) : idOf(session.payment_intent)
      const intent = await readIntent(intentId)
      return {
        id,
        orderId: session.client_reference_id,
        status: await statusOfSession(session, intent),
        amountCents: session.amount_total ?? 0,
        paymentIntentId: intentId,
        card: cardOf(intent),
        savedCard: savedCardOf(intent),
        subscription: subscriptionOf(session.subscription),
        refundedCents: refundedOf(intent),
      }
    },

    async readRenewal(id): Promise<CardPayment> {
      const expand = ['parent.subscription_details.subscription']
      const invoice = await asked(() => stripe.invoices.retrieve(id, { expand }))
      const parent = invoice.parent?.subscription_details
      const intent = await readIntent(await intentOfInvoice(id))
      return {
        id,
        orderId: parent?.metadata?.order_id ?? null,
        status:
          invoice.status === 'paid'
            ? await afterPayment(intent)
            : lost.includes(invoice.status)
              ? 'failed'
              : 'waiting',
        amountCents: invoice.amount_paid,
        paymentIntentId: intent?.id ?? null,
        card: cardOf(intent),
        savedCard: savedCardOf(intent),
        subscription: subscriptionOf(parent?.subscription ?? null),
        refundedCents: refundedOf(intent),
      }
    },

    async readSubscription(id) {
      return subscriptionOf(await asked(() => stripe.subscriptions.retrieve(id)))!
    },

    async listRenewals(subscription) {
      const { data } = await asked(() =>
        stripe.invoices.list({ subscription, status: 'paid', limit: 10 }),
      )
      return data.filter(isRenewal).map(({ id }) => id)
    },

    async findPaid(intent): Promise<CardEvent> {
      const payments = await asked(() =>
        stripe.invoicePayments.list({
          payment: { type: 'payment_intent', payment_intent: intent },
        }),
      )
      const invoiceId = idOf(payments.data[0]?.invoice)
      const invoice = invoiceId ? await asked(() => stripe.invoices.retrieve(invoiceId)) : null
      if (invoice && isRenewal(invoice)) return { about: 'renewal', invoiceId: invoice.id }
      const subscription = idOf(invoice?.parent?.subscription_details?.subscription)
      const sessions = await asked(() =>
        stripe.checkout.sessions.list(subscription ? { subscription } : { payment_intent: intent }),
      )
      const [session] = sessions.data
      return session ? { about: 'session', sessionId: session.id } : { about: 'nothing of ours' }
    },
  }
}

function refundedOf(intent: Stripe.PaymentIntent | null): number {
  const charge = intent?.latest_charge as Stripe.Charge | null | undefined
  return charge?.amount_refunded ?? 0
}

function cardOf(intent: Stripe.PaymentIntent | null) {
  const charge = intent?.latest_charge as Stripe.Charge | null | undefined
  const card = charge?.payment_method_details?.card
  return card?.last4 ? { brand: card.brand ?? 'card', last4: card.last4 } : null
}

/** Only a payment of a customer's own that says so keeps its card. */
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

/** One that waits for the customer has not failed. */
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
const lost: (string | null)[] = ['void', 'uncollectible']

function subscriptionOf(expanded: string | Stripe.Subscription | null): CardSubscription | null {
  if (!expanded || typeof expanded === 'string') return null
  const { id, status, cancel_at_period_end, items } = expanded
  const over = cancel_at_period_end || status === 'canceled' || status === 'incomplete_expired'
  const end = items.data[0]?.current_period_end
  return { id, renewsAt: over || !end ? null : new Date(end * 1000) }
}

const isRenewal = ({ billing_reason }: Stripe.Invoice) => billing_reason === 'subscription_cycle'

/** An inquiry and a dispute that was prevented take no money. */
function statusOfDispute(status: string | undefined): Observed {
  if (status === 'won') return 'dispute_won'
  if (status === 'lost') return 'dispute_lost'
  return !status || status === 'prevented' || status.startsWith('warning_')
    ? 'finished'
    : 'disputed'
}
