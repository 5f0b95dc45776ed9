import { randomText, unixNow } from '../ids.ts'
import { NotNow } from '../not-now.ts'
import {
  type BtcpayWorld,
  type Invoice,
  isLightning,
  type Payment,
  paidOf,
  paymentBody,
} from './invoices.ts'

type Action = (world: BtcpayWorld, invoice: Invoice) => Invoice

/** Which states each action fits; what is open waits or has seen a part. */
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
  'pay-more': ({ status, method }) => status === 'Settled' && !isLightning(method),
  'delay-part': ({ status, method }) => status === 'New' && !isLightning(method),
  'delay-more': ({ status, method }) => status === 'Settled' && !isLightning(method),
  fail: ({ status }) => status === 'Processing',
}

/** What can happen to an invoice, as the panel's buttons and the control API name it. */
export const invoiceActions: Record<string, Action> = {
  /** The right amount arrives, or the rest of it, and is confirmed. */
  confirm: (world, invoice) => settle(world, arrive(world, invoice, missing(invoice))),
  underpay: (world, invoice) =>
    settlePayments(world, arrive(world, invoice, round(invoice.total * 0.6))),
  /** A fee was taken off on the way. */
  almost: (world, invoice) =>
    settlePayments(world, arrive(world, invoice, round(invoice.total * 0.995))),
  overpay: (world, invoice) =>
    settle(world, arrive(world, invoice, round(missing(invoice) + invoice.total * 0.25))),
  /** The coins are seen and then hang in the network. */
  delay: (world, invoice) => arrive(world, invoice, missing(invoice)),
  expire: (world, invoice) => expire(world, invoice),
  /** The rest arrives after the invoice has expired: the server leaves it at that. */
  'pay-late': (world, invoice) => settlePayments(world, arrive(world, invoice, missing(invoice))),
  /** Somebody sends more to an invoice that is paid. */
  'pay-more': (world, invoice) =>
    settlePayments(world, see(world, invoice, round(invoice.total * 0.25), 'PaidOver')),
  /** A part of the coins is seen and then hangs in the network. */
  'delay-part': (world, invoice) => arrive(world, invoice, round(missing(invoice) * 0.6)),
  /** The same of more than was asked for. */
  'delay-more': (world, invoice) => see(world, invoice, invoice.total, 'PaidOver'),
  /** The coins were not confirmed in time, as when they were spent twice. */
  fail(world, invoice) {
    const payments = invoice.payments.map((each): Payment => ({ ...each, status: 'Invalid' }))
    return change(world, invoice, { status: 'Invalid', payments }, 'InvoiceInvalid', {
      manuallyMarked: false,
    })
  },
}

export const possibleActions = (invoice: Invoice) =>
  Object.keys(invoiceActions).filter((name) => fits[name]?.(invoice))

export function actOnInvoice(world: BtcpayWorld, invoice: Invoice, name: string): Invoice {
  if (!possibleActions(invoice).includes(name))
    throw new NotNow(`Not possible: the invoice is ${invoice.status}`)
  return invoiceActions[name]!(world, invoice)
}

/** Invoices that nobody paid in time expire by themselves. */
export function passTime(world: BtcpayWorld): void {
  const now = unixNow()
  for (const invoice of world.invoices.all())
    if (invoice.status === 'New' && invoice.expirationTime <= now) expire(world, invoice)
}

const round = (coins: number) => Number(coins.toFixed(8))
const missing = (invoice: Invoice) => round(Math.max(0, invoice.total - paidOf(invoice)))

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

/** Coins are seen in the network; nothing is when all is there. */
function arrive(world: BtcpayWorld, invoice: Invoice, value: number): Invoice {
  if (value === 0) return invoice
  const whole = round(paidOf(invoice) + value) >= invoice.total
  const late = invoice.status === 'Expired'
  const additionalStatus = whole ? (late ? 'PaidLate' : 'None') : 'PaidPartial'
  const seen = see(world, invoice, value, additionalStatus)
  if (!whole || late) return seen
  return change(world, seen, { status: 'Processing' }, 'InvoiceProcessing', {
    overPaid: paidOf(seen) > seen.total,
  })
}

function see(
  world: BtcpayWorld,
  invoice: Invoice,
  value: number,
  additionalStatus: Invoice['additionalStatus'],
): Invoice {
  const id = `${randomText(64, '0123456789abcdef')}${isLightning(invoice.method) ? '' : '-0'}`
  const payment: Payment = { id, receivedDate: unixNow(), value, status: 'Processing' }
  const payments = [...invoice.payments, payment]
  return change(world, invoice, { payments, additionalStatus }, 'InvoiceReceivedPayment', {
    afterExpiration: invoice.status === 'Expired',
    paymentMethodId: invoice.method,
    payment: paymentBody(invoice, payment),
  })
}

function settlePayments(world: BtcpayWorld, invoice: Invoice): Invoice {
  const payments = invoice.payments.map((each): Payment => ({ ...each, status: 'Settled' }))
  const changed = world.invoices.update(invoice.id, { payments })
  // The server sends one event for each payment that the network has confirmed.
  for (const [n, payment] of payments.entries()) {
    if (invoice.payments[n]!.status === 'Settled') continue
    world.notify(changed, 'InvoicePaymentSettled', {
      afterExpiration: invoice.status === 'Expired',
      paymentMethodId: invoice.method,
      payment: paymentBody(invoice, payment),
    })
  }
  return changed
}

function settle(world: BtcpayWorld, invoice: Invoice): Invoice {
  const overPaid = paidOf(invoice) > invoice.total
  const additionalStatus = overPaid ? 'PaidOver' : 'None'
  const settled = settlePayments(world, invoice)
  return change(world, settled, { status: 'Settled', additionalStatus }, 'InvoiceSettled', {
    manuallyMarked: false,
    overPaid,
  })
}
