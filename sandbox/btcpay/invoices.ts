import type { Currency } from '#contract/wire/currency.ts'
import { clock } from '#server/kernel/time/clock.ts'
import type { Courier } from '../courier.ts'
import { randomText, unixNow } from '../ids.ts'
import { findCurrency, toCoins } from '../nowpayments/currencies.ts'
import { permanent, type Store, type Table } from '../store.ts'
import type { InvoiceData, InvoicePaymentMethodData, PaymentData } from './published.ts'
import { openPullPayments, type PullPayments } from './pull-payments.ts'

export type InvoiceStatus = 'New' | 'Processing' | 'Expired' | 'Invalid' | 'Settled'
export type AdditionalStatus = 'None' | 'PaidLate' | 'PaidPartial' | 'PaidOver' | 'Marked'

export type Payment = {
  id: string
  receivedDate: number
  value: number
  /** The network fee, in coins, by which a further payment counts less. */
  fee: number
  status: 'Processing' | 'Settled' | 'Invalid'
}

/**
 * Each invoice has one payment method, because the shop requests the coin that the customer chose.
 */
export type Invoice = {
  id: string
  status: InvoiceStatus
  additionalStatus: AdditionalStatus
  amount: string
  currency: Currency
  metadata: Record<string, unknown>
  createdTime: number
  expirationTime: number
  monitoringExpiration: number
  method: string
  destination: string
  /** In coins. */
  total: number
  payments: Payment[]
}

export type Webhook = {
  id: string
  url: string
  secret: string
  enabled: boolean
  automaticRedelivery: boolean
  authorizedEvents: { everything: boolean; specificEvents: string[] }
}

export type BtcpayWorld = {
  storeId: string
  invoices: Table<Invoice>
  webhooks: Table<Webhook>
  pullPayments: PullPayments
  /** Notifies all listeners of an event of the invoice. */
  notify(invoice: Invoice, type: string, more?: object): void
}

/** `webhookUrl` receives all events; null if all webhooks are created through the API. */
export function createBtcpayWorld(
  store: Store,
  courier: Courier,
  { storeId, webhookUrl }: { storeId: string; webhookUrl: string | null },
): BtcpayWorld {
  const webhooks = store.table<Webhook>('btcpay_webhooks', 100)
  return {
    storeId,
    invoices: store.table('btcpay_invoices', permanent),
    webhooks,
    pullPayments: openPullPayments(store),
    notify(invoice, type, more = {}) {
      const own = webhookUrl ? [{ id: 'own', url: webhookUrl, secret: undefined }] : []
      const told = webhooks.all().filter((webhook) => listensTo(webhook, type))
      for (const { id, url, secret } of [...own, ...told]) {
        const deliveryId = randomText(22)
        courier.send({
          provider: 'btcpay',
          url,
          queue: id,
          topic: type,
          subject: invoice.id,
          ...(secret && { secret }),
          body: JSON.stringify({
            deliveryId,
            webhookId: id,
            originalDeliveryId: deliveryId,
            isRedelivery: false,
            type,
            timestamp: unixNow(),
            storeId,
            invoiceId: invoice.id,
            metadata: invoice.metadata,
            ...more,
          }),
        })
      }
    },
  }
}

const listensTo = ({ enabled, authorizedEvents }: Webhook, type: string) =>
  enabled && (authorizedEvents.everything || authorizedEvents.specificEvents.includes(type))

/** The payment methods that the store accepts. */
export const methods = ['BTC-CHAIN', 'BTC-LN', 'LTC-CHAIN', 'XMR-CHAIN'] as const

export const currencyOf = (method: string) => findCurrency(method.split('-')[0] ?? '')!

export const isLightning = (method: string) => method.endsWith('-LN')

type Given = {
  amount: string
  currency: Currency
  metadata: Record<string, unknown>
  method: string
  expirationMinutes: number
  monitoringMinutes: number
}

export function createInvoice(world: BtcpayWorld, given: Given): Invoice {
  const { amount, currency: fiat, metadata, method, expirationMinutes, monitoringMinutes } = given
  const currency = currencyOf(method)
  const now = unixNow()
  const expirationTime = now + expirationMinutes * 60
  const invoice = world.invoices.put(
    ...withId({
      status: 'New',
      additionalStatus: 'None',
      amount,
      currency: fiat,
      metadata,
      createdTime: now,
      expirationTime,
      monitoringExpiration: expirationTime + monitoringMinutes * 60,
      method,
      destination: isLightning(method) ? `lnbc${randomText(180, bech32)}` : currency.address(),
      total: toCoins(Number(amount), fiat, currency, clock.now()),
      payments: [],
    }),
  )
  world.notify(invoice, 'InvoiceCreated')
  if (Number(amount) > 0) return invoice
  // An invoice of 0 cannot be paid, so it is settled immediately.
  const settled = world.invoices.update(invoice.id, { status: 'Settled' })
  world.notify(settled, 'InvoiceSettled', { manuallyMarked: false, overPaid: false })
  return settled
}

const bech32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'

function withId(invoice: Omit<Invoice, 'id'>): [string, Invoice] {
  const id = randomText(22)
  return [id, { id, ...invoice }]
}

export const round = (coins: number) => Number(coins.toFixed(8))

/**
 * The fee of a further payment, in coins: the server assumes 100 bytes for a transaction. By default
 * (`NetworkFeeMode` is `MultiplePaymentsOnly`) it deducts the fee from each on-chain payment after the
 * first, because the shop pays for spending it.
 */
const furtherFee = 0.000005

export const feeOf = ({ method, payments }: Invoice): number =>
  isLightning(method) || payments.length === 0 ? 0 : furtherFee

const accounted = ({ payments }: Invoice) => payments.filter(({ status }) => status !== 'Invalid')

export const paidOf = (invoice: Invoice): number =>
  round(accounted(invoice).reduce((sum, { value }) => sum + value, 0))

const paidFeesOf = (invoice: Invoice) =>
  round(accounted(invoice).reduce((sum, { fee }) => sum + fee, 0))

/** The missing coins after the fees of the payments. Negative after an overpayment. */
export const netDueOf = (invoice: Invoice): number =>
  round(invoice.total + paidFeesOf(invoice) - paidOf(invoice))

/** The coins that the customer has to send, including the fee of this further payment. */
export function dueOf(invoice: Invoice): number {
  const net = netDueOf(invoice)
  return net > 0 ? round(net + feeOf(invoice)) : net
}

const coins = (amount: number) => amount.toFixed(8)

const minutesBetween = (from: number, to: number) => Math.trunc((to - from) / 60)

export function invoiceBody(invoice: Invoice, storeId: string): InvoiceData {
  const { id, status, additionalStatus, amount, currency, metadata, method } = invoice
  const { createdTime, expirationTime, monitoringExpiration, total } = invoice
  const net = total - netDueOf(invoice)
  return {
    id,
    storeId,
    amount,
    paidAmount: (total && (net / total) * Number(amount)).toFixed(2),
    currency,
    type: 'Standard',
    checkoutLink: `https://btcpay.example/i/${id}`,
    createdTime,
    expirationTime,
    monitoringExpiration,
    status,
    additionalStatus,
    availableStatusesForManualMarking: [],
    archived: false,
    metadata,
    checkout: {
      speedPolicy: 'MediumSpeed',
      paymentMethods: [method],
      defaultPaymentMethod: null,
      lazyPaymentMethods: null,
      expirationMinutes: minutesBetween(createdTime, expirationTime),
      monitoringMinutes: minutesBetween(expirationTime, monitoringExpiration),
      paymentTolerance: 0,
      redirectURL: null,
      redirectAutomatically: false,
      defaultLanguage: null,
    },
    receipt: { enabled: true, showQR: null, showPayments: null },
  }
}

/** A payment in the format of an invoice's payment method and of webhooks. */
export function paymentBody(
  { destination }: Invoice,
  { id, receivedDate, value, fee, status }: Payment,
): PaymentData {
  return { id, receivedDate, value: coins(value), fee: coins(fee), status, destination }
}

export function methodsBody(invoice: Invoice): InvoicePaymentMethodData[] {
  const { method, destination, total, amount, payments } = invoice
  if (total === 0) return []
  const paid = paidOf(invoice)
  const due = dueOf(invoice)
  const gross = netDueOf(invoice) > 0 ? round(paid + due) : round(total + paidFeesOf(invoice))
  return [
    {
      paymentMethodId: method,
      currency: method.split('-')[0] ?? '',
      destination,
      paymentLink: isLightning(method) ? `lightning:${destination}` : `bitcoin:${destination}`,
      rate: (Number(amount) / total).toFixed(8),
      paymentMethodPaid: coins(paid),
      totalPaid: coins(paid),
      due: coins(due),
      amount: coins(gross),
      paymentMethodFee: coins(gross - total),
      payments: payments.map((payment) => paymentBody(invoice, payment)),
      activated: true,
      additionalData: {},
    },
  ]
}
