import { randomText, unixNow } from '../ids.ts'
import { NotNow } from '../not-now.ts'
import {
  type BtcpayWorld,
  dueOf,
  feeOf,
  type Invoice,
  isLightning,
  netDueOf,
  type Payment,
  paidOf,
  paymentBody,
  round,
} from './invoices.ts'

type Action = (world: BtcpayWorld, invoice: Invoice) => Invoice

/** The invoice states that each action requires. An open invoice is unpaid or partially paid. */
const fits: Record<string, (invoice: Invoice) => boolean> = {
  confirm: ({ status }) => status === 'New' || status === 'Processing',
  underpay: ({ status, method, payments }) =>
    status === 'New' && !isLightning(method) && payments.length === 0,
  almost: ({ status, method, payments }) =>
    status === 'New' && !isLightning(method) && payments.length === 0,
  overpay: ({ status, method }) => status === 'New' && !isLightning(method),
  delay: ({ status, method }) => status === 'New' && !isLightning(method),
  expire: ({ status }) => status === 'New',
  'pay-late': ({ status, method }) => status === 'Expired' && !isLightning(method),
  'pay-rest': (invoice) =>
    (invoice.status === 'New' || invoice.status === 'Expired') && rest(invoice) > 0,
  'pay-more': ({ status, method }) => status === 'Settled' && !isLightning(method),
  'delay-part': ({ status, method }) => status === 'New' && !isLightning(method),
  'delay-more': ({ status, method }) => status === 'Settled' && !isLightning(method),
  fail: ({ status }) => status === 'Processing',
  replace: ({ status, payments }) =>
    ['New', 'Expired', 'Settled'].includes(status) &&
    payments.some((each) => each.status === 'Processing'),
}

/** The actions on an invoice, by the name used in the panel's buttons and the control API. */
export const invoiceActions: Record<string, Action> = {
  /** The full or remaining amount, with its network fee, arrives and is confirmed. */
  confirm: (world, invoice) => settle(world, arrive(world, invoice, missing(invoice))),
  underpay: (world, invoice) =>
    settlePayments(world, arrive(world, invoice, round(invoice.total * 0.6))),
  /** The payment is short because a fee was deducted. */
  almost: (world, invoice) =>
    settlePayments(world, arrive(world, invoice, round(invoice.total * 0.995))),
  overpay: (world, invoice) =>
    settle(world, arrive(world, invoice, round(missing(invoice) + invoice.total * 0.25))),
  /** The coins are seen but remain unconfirmed. */
  delay: (world, invoice) => arrive(world, invoice, missing(invoice)),
  expire: (world, invoice) => expire(world, invoice),
  /** The rest arrives after the invoice has expired. The server leaves the invoice expired. */
  'pay-late': (world, invoice) => settlePayments(world, arrive(world, invoice, missing(invoice))),
  /** The remaining coins arrive without the network fee. The server still reports a partial payment. */
  'pay-rest': (world, invoice) => settlePayments(world, arrive(world, invoice, rest(invoice))),
  /** Someone sends more to an invoice that is already paid. */
  'pay-more': (world, invoice) =>
    settlePayments(world, see(world, invoice, round(invoice.total * 0.25))),
  /** A part of the coins is seen but remains unconfirmed. */
  'delay-part': (world, invoice) => arrive(world, invoice, round(missing(invoice) * 0.6)),
  /** The same with more than the requested amount. */
  'delay-more': (world, invoice) => see(world, invoice, invoice.total),
  /** The coins were not confirmed in time, for example because of a double spend. */
  fail(world, invoice) {
    const payments = invoice.payments.map((each): Payment => ({ ...each, status: 'Invalid' }))
    return change(world, invoice, { status: 'Invalid', payments }, 'InvoiceInvalid', {
      manuallyMarked: false,
    })
  },
  /**
   * The sender replaces unconfirmed transfers by ones to another address. The server sends no event until
   * the invoice expires or becomes invalid.
   */
  replace(world, invoice) {
    const payments = invoice.payments.map(
      (each): Payment => (each.status === 'Processing' ? { ...each, status: 'Invalid' } : each),
    )
    const left = { ...invoice, payments }
    const additionalStatus = paidOf(left) > 0 ? additionalStatusOf(left) : 'None'
    return world.invoices.update(invoice.id, { payments, additionalStatus })
  },
}

export const possibleActions = (invoice: Invoice) =>
  Object.keys(invoiceActions).filter((name) => fits[name]?.(invoice))

export function actOnInvoice(world: BtcpayWorld, invoice: Invoice, name: string): Invoice {
  if (!possibleActions(invoice).includes(name))
    throw new NotNow(`Not possible: the invoice is ${invoice.status}`)
  return invoiceActions[name]!(world, invoice)
}

/** Expires invoices that were not paid in time. */
export function passTime(world: BtcpayWorld): void {
  const now = unixNow()
  for (const invoice of world.invoices.all())
    if (invoice.status === 'New' && invoice.expirationTime <= now) expire(world, invoice)
}

const missing = (invoice: Invoice) => Math.max(0, dueOf(invoice))
/** The difference to the first amount after a partial payment, in coins. */
const rest = (invoice: Invoice) =>
  invoice.payments.length > 0 ? Math.max(0, round(invoice.total - paidOf(invoice))) : 0

function change(
  world: BtcpayWorld,
  invoice: Invoice,
  changes: Partial<Invoice>,
  type: string,
  more: object = {},
): Invoice {
  const changed = world.invoices.update(invoice.id, changes)
  world.notify(changed, type, more)
  return changed
}

function expire(world: BtcpayWorld, invoice: Invoice): Invoice {
  const partiallyPaid = invoice.payments.length > 0
  return change(world, invoice, { status: 'Expired' }, 'InvoiceExpired', { partiallyPaid })
}

/** Coins are seen in the network. Does nothing if the full amount has arrived already. */
function arrive(world: BtcpayWorld, invoice: Invoice, value: number): Invoice {
  if (value === 0) return invoice
  const seen = see(world, invoice, value)
  const due = netDueOf(seen)
  if (due > 0 || seen.status !== 'New') return seen
  return change(world, seen, { status: 'Processing' }, 'InvoiceProcessing', { overPaid: due < 0 })
}

function see(world: BtcpayWorld, invoice: Invoice, value: number): Invoice {
  const id = `${randomText(64, '0123456789abcdef')}${isLightning(invoice.method) ? '' : '-0'}`
  const receivedDate = unixNow()
  const payment: Payment = { id, receivedDate, value, fee: feeOf(invoice), status: 'Processing' }
  const payments = [...invoice.payments, payment]
  const additionalStatus = additionalStatusOf({ ...invoice, payments })
  return change(world, invoice, { payments, additionalStatus }, 'InvoiceReceivedPayment', {
    afterExpiration: invoice.status === 'Expired',
    paymentMethodId: invoice.method,
    payment: paymentBody(invoice, payment),
  })
}

function additionalStatusOf(invoice: Invoice): Invoice['additionalStatus'] {
  if (invoice.status === 'Settled') return invoice.additionalStatus
  const due = netDueOf(invoice)
  if (due > 0) return 'PaidPartial'
  if (invoice.status === 'Expired') return 'PaidLate'
  return due < 0 ? 'PaidOver' : 'None'
}

function settlePayments(world: BtcpayWorld, invoice: Invoice): Invoice {
  const payments = invoice.payments.map(
    (each): Payment => (each.status === 'Processing' ? { ...each, status: 'Settled' } : each),
  )
  const changed = world.invoices.update(invoice.id, { payments })
  // The server sends one event for each confirmed payment.
  for (const [n, payment] of payments.entries()) {
    if (invoice.payments[n]!.status !== 'Processing') continue
    world.notify(changed, 'InvoicePaymentSettled', {
      afterExpiration: invoice.status === 'Expired',
      paymentMethodId: invoice.method,
      payment: paymentBody(invoice, payment),
    })
  }
  return changed
}

function settle(world: BtcpayWorld, invoice: Invoice): Invoice {
  const settled = settlePayments(world, invoice)
  return change(world, settled, { status: 'Settled' }, 'InvoiceSettled', {
    manuallyMarked: false,
    overPaid: settled.additionalStatus === 'PaidOver',
  })
}
