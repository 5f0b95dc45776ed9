import type Stripe from 'stripe'
import { objectId, randomText, unixNow } from '../ids.ts'
import { authenticationFailed, type Decline } from './outcomes.ts'
import type { CardRecord } from './world.ts'

/** The result of the 3-D Secure challenge before this charge, if the bank required one. */
function secureOf(
  { status, payment_method: asked }: Stripe.PaymentIntent,
  { id }: CardRecord['method'],
  decline: Decline | null,
): Stripe.Charge.PaymentMethodDetails.Card.ThreeDSecure | null {
  if (status !== 'requires_action' || asked !== id) return null
  const failed = decline?.code === authenticationFailed.code
  return {
    authentication_flow: 'challenge',
    electronic_commerce_indicator: failed ? null : '05',
    exemption_indicator: null,
    result: failed ? 'failed' : 'authenticated',
    result_reason: failed ? 'rejected' : null,
    transaction_id: objectId('tds'),
    version: '2.2.0',
  }
}

/** Builds one attempt to charge a card for an intent. With `decline`, the attempt failed. */
export function buildCharge(
  intent: Stripe.PaymentIntent,
  { method }: CardRecord,
  decline: Decline | null,
): Stripe.Charge {
  const card = method.card!
  return {
    id: objectId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: decline ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: decline ? null : objectId('txn'),
    billing_details: { ...method.billing_details, email: intent.receipt_email },
    calculated_statement_descriptor: 'LOADOUT',
    captured: !decline,
    created: unixNow(),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: {
      advice_code: decline?.adviceCode ?? null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: decline ? 'declined_by_network' : 'approved_by_network',
      reason: decline?.declineCode ?? null,
      risk_level: 'normal',
      risk_score: 12,
      seller_message: decline ? decline.message : 'Payment complete.',
      type: decline ? 'issuer_declined' : 'authorized',
    },
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: {
      type: 'card',
      card: {
        amount_authorized: decline ? null : intent.amount,
        authorization_code: decline ? null : randomText(6, '0123456789'),
        brand: card.brand,
        checks: card.checks,
        country: card.country,
        electronic_commerce_indicator: null,
        exp_month: card.exp_month,
        exp_year: card.exp_year,
        fingerprint: card.fingerprint ?? null,
        funding: card.funding,
        installments: null,
        last4: card.last4,
        mandate: null,
        network: card.brand,
        network_transaction_id: randomText(15, '0123456789'),
        regulated_status: 'unregulated',
        three_d_secure: secureOf(intent, method, decline),
        transaction_link_id: null,
        wallet: null,
      },
    },
    radar_options: {},
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: decline ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: null,
  }
}
