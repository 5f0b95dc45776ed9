import type Stripe from 'stripe'
import { objectId, unixNow } from '../ids.ts'
import { decimal } from './prices.ts'
import { type World, wholeList } from './world.ts'

export type InvoiceLineInput = {
  description: string | null
  amount: number
  price: Stripe.Price
  quantity: number
  subscriptionItem: string | null
  period: { start: number; end: number }
}

function buildLine(
  invoice: string,
  subscription: Stripe.Subscription,
  input: InvoiceLineInput,
): Stripe.InvoiceLineItem {
  const { amount, price, quantity, subscriptionItem } = input
  return {
    id: objectId('il'),
    object: 'line_item',
    amount,
    currency: price.currency,
    description: input.description,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice,
    livemode: false,
    metadata: subscription.metadata,
    parent: {
      type: subscriptionItem ? 'subscription_item_details' : 'invoice_item_details',
      subscription_item_details: subscriptionItem
        ? {
            invoice_item: null,
            proration: false,
            proration_details: null,
            subscription: subscription.id,
            subscription_item: subscriptionItem,
          }
        : null,
      invoice_item_details: subscriptionItem
        ? null
        : {
            invoice_item: objectId('ii'),
            proration: false,
            proration_details: null,
            subscription: subscription.id,
          },
    },
    period: input.period,
    pretax_credit_amounts: [],
    pricing: {
      type: 'price_details',
      price_details: { price: price.id, product: String(price.product) },
      unit_amount_decimal: price.unit_amount_decimal,
    },
    quantity,
    quantity_decimal: decimal(quantity),
    subscription: subscription.id,
    subtotal: amount,
    taxes: [],
  }
}

/** Bills a period of a subscription. The invoice is finalized and open, and not yet paid. */
export function createInvoice(
  world: World,
  subscription: Stripe.Subscription,
  reason: 'subscription_create' | 'subscription_cycle',
  inputs: InvoiceLineInput[],
): Stripe.Invoice {
  const id = objectId('in')
  const now = unixNow()
  const lines = inputs.map((input) => buildLine(id, subscription, input))
  const total = lines.reduce((sum, line) => sum + line.amount, 0)
  const customer = world.customers.get(String(subscription.customer))
  const invoice: Stripe.Invoice = {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: 'Loadout sandbox',
    account_tax_ids: null,
    amount_due: total,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: total,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: {
      disabled_reason: null,
      enabled: false,
      liability: null,
      provider: null,
      status: null,
    },
    automatically_finalizes_at: null,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created: now,
    currency: subscription.currency,
    custom_fields: null,
    customer: subscription.customer,
    customer_account: null,
    customer_address: null,
    customer_email: customer?.email ?? null,
    customer_name: customer?.name ?? null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: now,
    ending_balance: 0,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: wholeList(`/v1/invoices/${id}/lines`, lines),
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: `${customer?.invoice_prefix ?? 'SANDBOX'}-${id.slice(-6).toUpperCase()}`,
    on_behalf_of: null,
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
    },
    payment_settings: {
      default_mandate: null,
      payment_method_options: null,
      payment_method_types: null,
    },
    period_end: now,
    period_start: now,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: 'open',
    status_transitions: {
      finalized_at: now,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal: total,
    subtotal_excluding_tax: total,
    test_clock: null,
    total,
    total_discount_amounts: [],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  }
  world.invoices.put(id, invoice)
  const draft: Stripe.Invoice = { ...invoice, status: 'draft' }
  world.emit('invoice.created', draft, { subject: subscription.id })
  world.emit('invoice.finalized', invoice, { subject: subscription.id })
  return invoice
}
