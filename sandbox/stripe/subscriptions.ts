import type Stripe from 'stripe'
import { objectId, unixNow } from '../ids.ts'
import { invalidRequest, missing } from './errors.ts'
import { periodEnd, planOf } from './prices.ts'
import { type SessionRecord, type World, wholeList } from './world.ts'

export function readSubscription(world: World, id: string): Stripe.Subscription {
  const subscription = world.subscriptions.get(id)
  if (!subscription) throw missing('subscription', id)
  return subscription
}

function cancellation(
  reason: 'cancellation_requested' | null,
): Stripe.Subscription.CancellationDetails {
  return { comment: null, feedback: null, feedback_option: null, reason }
}

/** Starts the subscription that a checkout session sells; its first period begins now. */
export function createSubscription(
  world: World,
  { session, lineItems, subscriptionData }: SessionRecord,
  customer: string,
  paymentMethod: string | null,
): Stripe.Subscription {
  const id = objectId('sub')
  const now = unixNow()
  const items = lineItems
    .filter((item) => item.price?.recurring)
    .map((item): Stripe.SubscriptionItem => {
      const price = { ...item.price!, active: true }
      return {
        id: objectId('si', 14),
        object: 'subscription_item',
        billing_thresholds: null,
        created: now,
        current_period_end: periodEnd(now, price.recurring!),
        current_period_start: now,
        current_trial: null,
        discounts: [],
        metadata: {},
        plan: planOf(price),
        price,
        quantity: item.quantity ?? 1,
        subscription: id,
        tax_rates: [],
      }
    })
  const subscription: Stripe.Subscription = {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: now,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: null, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: cancellation(null),
    collection_method: 'charge_automatically',
    created: now,
    currency: session.currency ?? 'usd',
    customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: paymentMethod,
    default_source: null,
    default_tax_rates: [],
    description: subscriptionData.description,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: wholeList(`/v1/subscription_items?subscription=${id}`, items),
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: subscriptionData.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: 'active',
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' },
    },
    trial_start: null,
  }
  return world.subscriptions.put(id, subscription)
}

export type SubscriptionUpdate = {
  cancel_at_period_end?: boolean
  metadata?: Stripe.Metadata
}

export function updateSubscription(
  world: World,
  id: string,
  { cancel_at_period_end: atEnd, metadata }: SubscriptionUpdate,
): Stripe.Subscription {
  const before = readSubscription(world, id)
  if (before.status === 'canceled')
    throw invalidRequest(
      'A canceled subscription can only update its cancellation_details and metadata.',
    )
  const end = before.items.data[0]?.current_period_end ?? null
  const ending: Partial<Stripe.Subscription> =
    atEnd === undefined
      ? {}
      : {
          cancel_at_period_end: atEnd,
          cancel_at: atEnd ? end : null,
          canceled_at: atEnd ? unixNow() : null,
          cancellation_details: cancellation(atEnd ? 'cancellation_requested' : null),
        }
  const after = world.subscriptions.update(id, {
    ...ending,
    metadata: { ...before.metadata, ...metadata },
  })
  world.emit('customer.subscription.updated', after, {
    subject: id,
    previous: { cancel_at_period_end: before.cancel_at_period_end, cancel_at: before.cancel_at },
  })
  return after
}

export function cancelSubscription(world: World, id: string): Stripe.Subscription {
  const before = readSubscription(world, id)
  if (before.status === 'canceled') throw missing('subscription', id)
  const now = unixNow()
  const after = world.subscriptions.update(id, {
    status: 'canceled',
    canceled_at: before.canceled_at ?? now,
    ended_at: now,
    cancellation_details: cancellation('cancellation_requested'),
  })
  world.emit('customer.subscription.deleted', after, { subject: id })
  return after
}
