import type Stripe from 'stripe'
import { objectId, randomText, unixNow } from '../ids.ts'
import { buildCharge } from './charges.ts'
import type { Decline } from './outcomes.ts'
import type { CardRecord, World } from './world.ts'

export type IntentInput = {
  amount: number
  currency: string
  customer: string | null
  metadata: Stripe.Metadata
  description: string | null
  receiptEmail: string | null
  setupFutureUsage?: 'off_session' | 'on_session' | null
}

/** `subject` is the checkout session that the payment belongs to, or null. */
export function createIntent(world: World, subject: string | null, input: IntentInput) {
  const id = objectId('pi')
  const intent: Stripe.PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: input.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: { enabled: true, allow_redirects: 'always' },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${randomText(25)}`,
    confirmation_method: 'automatic',
    created: unixNow(),
    currency: input.currency,
    customer: input.customer,
    customer_account: null,
    description: input.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: input.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: input.receiptEmail,
    review: null,
    setup_future_usage: input.setupFutureUsage ?? null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_group: null,
  }
  world.intents.put(id, intent)
  world.emit('payment_intent.created', intent, { subject: subject ?? id })
  return intent
}

/** Charges the card: marks the intent as succeeded and creates its charge. */
export function succeedIntent(world: World, subject: string, id: string, card: CardRecord) {
  const before = world.intents.get(id)!
  const charge = buildCharge(before, card, null)
  world.charges.put(charge.id, charge)
  const intent = world.intents.update(id, {
    amount_received: before.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: card.method.id,
    processing: null,
    status: 'succeeded',
  })
  world.emit('charge.succeeded', charge, { subject })
  world.emit('payment_intent.succeeded', intent, { subject })
  return charge
}

export function failIntent(
  world: World,
  subject: string,
  id: string,
  card: CardRecord,
  decline: Decline,
) {
  const charge = buildCharge(world.intents.get(id)!, card, decline)
  world.charges.put(charge.id, charge)
  const intent = world.intents.update(id, {
    last_payment_error: {
      type: 'card_error',
      charge: charge.id,
      code: decline.code,
      ...(decline.declineCode && { decline_code: decline.declineCode }),
      ...(decline.adviceCode && { advice_code: decline.adviceCode }),
      doc_url: `https://stripe.com/docs/error-codes/${decline.code.replaceAll('_', '-')}`,
      message: decline.message,
      payment_method: card.method,
    },
    latest_charge: charge.id,
    next_action: null,
    payment_method: null,
    processing: null,
    status: 'requires_payment_method',
  })
  world.emit('charge.failed', charge, { subject })
  world.emit('payment_intent.payment_failed', intent, { subject })
  return intent
}

export function requireAction(world: World, subject: string, id: string, card: CardRecord) {
  const intent = world.intents.update(id, {
    next_action: { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } },
    payment_method: card.method.id,
    status: 'requires_action',
  })
  world.emit('payment_intent.requires_action', intent, { subject })
}

export function startProcessing(world: World, subject: string, id: string, card: CardRecord) {
  const intent = world.intents.update(id, {
    payment_method: card.method.id,
    processing: { type: 'card', card: {} },
    status: 'processing',
  })
  world.emit('payment_intent.processing', intent, { subject })
}
