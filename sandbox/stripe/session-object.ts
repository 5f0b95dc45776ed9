import type Stripe from 'stripe'
import { objectId, randomText, unixNow } from '../ids.ts'
import type { SessionCreate } from './session-params.ts'

const day = 86_400

/** The customer's details that are known before payment. */
function detailsOf({ email, name }: Stripe.Customer): Stripe.Checkout.Session.CustomerDetails {
  return {
    address: null,
    business_name: null,
    email,
    individual_name: null,
    name: name ?? null,
    phone: null,
    tax_exempt: 'none',
    tax_ids: [],
  }
}

export function buildSession(
  input: SessionCreate,
  lineItems: Stripe.LineItem[],
  customer: Stripe.Customer | null,
): Stripe.Checkout.Session {
  const id = objectId('cs_test', 58)
  const sum = (field: 'amount_subtotal' | 'amount_total' | 'amount_discount') =>
    lineItems.reduce((total, item) => total + item[field], 0)
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: input.adaptive_pricing?.enabled ?? true },
    after_expiration: null,
    allow_promotion_codes: input.allow_promotion_codes ?? null,
    allowed_payment_method_types: input.allowed_payment_method_types ?? null,
    amount_subtotal: sum('amount_subtotal'),
    amount_total: sum('amount_total'),
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: input.billing_address_collection ?? null,
    cancel_url: null,
    client_reference_id: input.client_reference_id ?? null,
    client_secret: `${id}_secret_${randomText(60)}`,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: unixNow(),
    currency: lineItems[0]!.currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: customer?.id ?? null,
    customer_account: null,
    customer_creation: input.customer_creation ?? 'if_required',
    customer_details: customer && detailsOf(customer),
    customer_email: input.customer_email ?? null,
    discounts: [],
    expires_at: input.expires_at ?? unixNow() + day,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: input.locale ?? null,
    managed_payments: null,
    metadata: input.metadata,
    mode: input.mode,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: input.payment_method_collection ?? 'always',
    payment_method_configuration_details: null,
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_method_types: ['card'],
    payment_status: sum('amount_total') === 0 ? 'no_payment_required' : 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    return_url: input.return_url,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: null,
    subscription: null,
    success_url: null,
    total_details: {
      amount_discount: sum('amount_discount'),
      amount_shipping: 0,
      amount_tax: 0,
    },
    ui_mode: 'elements',
    url: null,
    wallet_options: null,
  }
}
