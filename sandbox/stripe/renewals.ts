import type Stripe from 'stripe'
import { unixNow } from '../ids.ts'
import { invalidRequest } from './errors.ts'
import { createIntent, failIntent, succeedIntent } from './intents.ts'
import { attachIntent, failInvoice, payInvoice, paymentOf } from './invoice-payments.ts'
import { createInvoice, type InvoiceLineInput } from './invoices.ts'
import { workingCard } from './payment-methods.ts'
import { periodEnd } from './prices.ts'
import { cancelSubscription, readSubscription } from './subscriptions.ts'
import type { World } from './world.ts'

const declinedError = {
  code: 'card_declined',
  declineCode: 'generic_decline',
  message: 'Your card was declined.',
}

function linesOf(subscription: Stripe.Subscription): InvoiceLineInput[] {
  return subscription.items.data.map((item) => ({
    description: null,
    amount: (item.price.unit_amount ?? 0) * (item.quantity ?? 1),
    price: item.price,
    quantity: item.quantity ?? 1,
    subscriptionItem: item.id,
    period: { start: item.current_period_start, end: item.current_period_end },
  }))
}

/** Moves every item to its next period. The new period starts where the old one ended. */
function advance(world: World, subscription: Stripe.Subscription): Stripe.Subscription {
  const data = subscription.items.data.map((item) => ({
    ...item,
    current_period_start: item.current_period_end,
    current_period_end: periodEnd(item.current_period_end, item.price.recurring!),
  }))
  return world.subscriptions.update(subscription.id, {
    items: { ...subscription.items, data },
  })
}

function startInvoice(world: World, subscription: Stripe.Subscription): Stripe.Invoice {
  const invoice = createInvoice(world, subscription, 'subscription_cycle', linesOf(subscription))
  const intent = createIntent(world, subscription.id, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: String(subscription.customer),
    metadata: {},
    description: 'Subscription update',
    receiptEmail: null,
  })
  attachIntent(world, invoice, intent.id)
  return invoice
}

/**
 * Ends the current period now: the next one is billed, and `pays` says whether the card covers
 * it. An invoice left open by an earlier failure is tried again first. A subscription that was to
 * end with the period ends.
 */
export function renewSubscription(world: World, id: string, pays: boolean): Stripe.Subscription {
  const before = readSubscription(world, id)
  if (before.status === 'canceled') throw invalidRequest(`Subscription ${id} is canceled.`)
  if (before.cancel_at_period_end) return cancelSubscription(world, id)

  const open =
    before.status === 'past_due' ? world.invoices.get(String(before.latest_invoice)) : null
  const current = open ? before : advance(world, before)
  const invoice = open ?? startInvoice(world, current)
  const intent = String(paymentOf(world, invoice.id)?.payment.payment_intent)
  const card = world.cards.get(String(before.default_payment_method)) ?? workingCard(world)
  if (pays) {
    succeedIntent(world, id, intent, card)
    payInvoice(world, id, invoice.id)
  } else {
    failIntent(world, id, intent, card, declinedError)
    failInvoice(world, id, invoice.id)
  }
  const after = world.subscriptions.update(id, {
    latest_invoice: invoice.id,
    status: pays ? 'active' : 'past_due',
  })
  world.emit('customer.subscription.updated', after, {
    subject: id,
    previous: { latest_invoice: before.latest_invoice, status: before.status },
  })
  return after
}

function dueOf(subscription: Stripe.Subscription): number {
  return subscription.items.data[0]?.current_period_end ?? Number.POSITIVE_INFINITY
}

/** When the next subscription is charged or ends, in milliseconds; null without any. */
export function nextCharge(world: World): number | null {
  const due = world.subscriptions
    .all()
    .filter(({ status }) => status === 'active')
    .map(dueOf)
  const first = Math.min(...due)
  return Number.isFinite(first) ? first * 1000 : null
}

/** Renews what is due; a card that declines when it is charged declines here, too. */
export function chargeDue(world: World) {
  for (const { id, status } of world.subscriptions.all()) {
    if (status !== 'active') continue
    const subscription = readSubscription(world, id)
    if (dueOf(subscription) > unixNow()) continue
    const card = world.cards.get(String(subscription.default_payment_method))
    renewSubscription(world, id, card?.outcome.kind !== 'decline')
  }
}
