import type Stripe from 'stripe'
import { objectId, unixNow } from '../ids.ts'
import type { World } from './world.ts'

/** Ties an intent to the invoice that it is to pay. */
export function attachIntent(world: World, invoice: Stripe.Invoice, intent: string) {
  const id = objectId('inpay')
  return world.invoicePayments.put(id, {
    id,
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: unixNow(),
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: intent },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  })
}

/** The latest payment of an invoice. */
export function paymentOf(world: World, invoice: string): Stripe.InvoicePayment | undefined {
  return world.invoicePayments.all().findLast((payment) => payment.invoice === invoice)
}

export function payInvoice(world: World, subject: string, id: string): Stripe.Invoice {
  const before = world.invoices.get(id)!
  const now = unixNow()
  const invoice = world.invoices.update(id, {
    amount_paid: before.amount_due,
    amount_remaining: 0,
    attempt_count: before.attempt_count + 1,
    attempted: true,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...before.status_transitions, paid_at: now },
  })
  const payment = paymentOf(world, id)
  if (payment) {
    const paid = world.invoicePayments.update(payment.id, {
      amount_paid: before.amount_due,
      status: 'paid',
      status_transitions: { canceled_at: null, paid_at: now },
    })
    world.emit('invoice_payment.paid', paid, { subject })
  }
  world.emit('invoice.paid', invoice, { subject })
  world.emit('invoice.payment_succeeded', invoice, { subject })
  return invoice
}

export function failInvoice(world: World, subject: string, id: string): Stripe.Invoice {
  const before = world.invoices.get(id)!
  const invoice = world.invoices.update(id, {
    attempt_count: before.attempt_count + 1,
    attempted: true,
    next_payment_attempt: unixNow() + 3 * 86_400,
  })
  world.emit('invoice.payment_failed', invoice, { subject })
  return invoice
}
