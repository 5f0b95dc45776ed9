import * as z from 'zod'

/**
 * The fields of responses and webhooks that BTCPay Server 2.4 publishes: swagger.template.*.json in
 * BTCPayServer/wwwroot/swagger/v1 of its repository. Additional fields fail.
 */
const text = z.string().min(1)
/** An amount, as text. */
const decimal = z.string().regex(/^-?\d+(\.\d+)?$/)
const unixTime = z.int()
const metadata = z.record(z.string(), z.unknown())
const paymentMethodId = z.string().regex(/^[A-Z0-9]+-(CHAIN|LN|LNURL)$/)

const invoiceStatus = z.enum(['New', 'Processing', 'Expired', 'Invalid', 'Settled'])
const speedPolicy = z.enum(['HighSpeed', 'MediumSpeed', 'LowSpeed', 'LowMediumSpeed'])

/** `InvoiceData` of swagger.template.invoices.json. */
export const invoice = z.strictObject({
  id: text,
  storeId: text,
  amount: decimal,
  paidAmount: decimal,
  currency: text,
  type: z.enum(['Standard', 'TopUp']),
  checkoutLink: z.url(),
  createdTime: unixTime,
  expirationTime: unixTime,
  monitoringExpiration: unixTime,
  status: invoiceStatus,
  additionalStatus: z.enum(['None', 'PaidLate', 'PaidPartial', 'Marked', 'Invalid', 'PaidOver']),
  availableStatusesForManualMarking: z.array(invoiceStatus),
  archived: z.boolean(),
  metadata,
  checkout: z.strictObject({
    speedPolicy: speedPolicy.nullable(),
    paymentMethods: z.array(paymentMethodId).nullable(),
    defaultPaymentMethod: paymentMethodId.nullable(),
    lazyPaymentMethods: z.boolean().nullable(),
    expirationMinutes: z.int().nullable(),
    monitoringMinutes: z.int().nullable(),
    paymentTolerance: z.number().min(0).max(100).nullable(),
    redirectURL: z.string().nullable(),
    redirectAutomatically: z.boolean().nullable(),
    defaultLanguage: z.string().nullable(),
  }),
  receipt: z.strictObject({
    enabled: z.boolean().nullable(),
    showQR: z.boolean().nullable(),
    showPayments: z.boolean().nullable(),
  }),
})
export type InvoiceData = z.input<typeof invoice>

/** `Payment` of swagger.template.invoices.json. */
const payment = z.strictObject({
  id: text,
  receivedDate: unixTime,
  value: decimal,
  fee: decimal,
  status: z.enum(['Invalid', 'Processing', 'Settled']),
  destination: text,
})
export type PaymentData = z.input<typeof payment>

/** `InvoicePaymentMethodDataModel` of swagger.template.invoices.json. */
export const invoicePaymentMethod = z.strictObject({
  paymentMethodId,
  currency: text,
  destination: text,
  paymentLink: z.string().nullable(),
  rate: decimal,
  paymentMethodPaid: decimal,
  totalPaid: decimal,
  due: decimal,
  amount: decimal,
  paymentMethodFee: decimal,
  payments: z.array(payment),
  activated: z.boolean(),
  additionalData: z.record(z.string(), z.unknown()),
})
export type InvoicePaymentMethodData = z.input<typeof invoicePaymentMethod>

/** `GenericPaymentMethodData` of swagger.template.stores-payment-methods.json. */
export const storePaymentMethod = z.strictObject({
  paymentMethodId,
  enabled: z.boolean(),
  config: z.unknown().optional(),
})
export type StorePaymentMethodData = z.input<typeof storePaymentMethod>

/** `StoreRateResult` of swagger.template.stores-rates.json. */
export const rate = z.strictObject({
  currencyPair: text,
  errors: z.array(z.string()).nullable(),
  rate: decimal.nullable(),
})
export type RateData = z.input<typeof rate>

/** `ApiKeyData` of swagger.template.api-keys.json. */
export const apiKey = z.strictObject({
  apiKey: text,
  label: z.string(),
  permissions: z.array(text),
})
export type ApiKeyData = z.input<typeof apiKey>

/** `PayoutProcessorData` of swagger.template.payout-processors.json. */
export const payoutProcessor = z.strictObject({
  name: text,
  friendlyName: text,
  payoutMethods: z.array(paymentMethodId).nullable(),
})
export type PayoutProcessorData = z.input<typeof payoutProcessor>

/**
 * `PullPaymentData` of swagger.template.pull-payments.json, and the times of PullPaymentBaseData.cs.
 * The documentation calls `BOLT11Expiration` a text, but its example and the server's converter are
 * numbers of days.
 */
export const pullPayment = z.strictObject({
  id: text,
  name: z.string(),
  description: z.string().nullable(),
  currency: text,
  amount: decimal,
  BOLT11Expiration: z.int(),
  autoApproveClaims: z.boolean().nullable(),
  archived: z.boolean(),
  viewLink: z.url(),
  startsAt: unixTime,
  expiresAt: unixTime.nullable(),
})
export type PullPaymentData = z.input<typeof pullPayment>

/**
 * `PayoutData` of swagger.template.pull-payments.json. The documentation calls `date` a text, but the
 * server's converter writes a Unix time.
 */
export const payout = z.strictObject({
  id: text,
  revision: z.int(),
  pullPaymentId: text,
  date: unixTime,
  destination: text,
  originalCurrency: text,
  originalAmount: decimal,
  payoutCurrency: text,
  payoutAmount: decimal.nullable(),
  payoutMethodId: paymentMethodId,
  state: z.enum(['AwaitingApproval', 'AwaitingPayment', 'InProgress', 'Completed', 'Cancelled']),
  paymentProof: z.looseObject({ proofType: text, id: z.string().nullish() }).nullable(),
  metadata,
})
export type PayoutData = z.input<typeof payout>

/** `WebhookData` of swagger.template.webhooks.json. */
export const webhook = z.strictObject({
  id: text,
  enabled: z.boolean(),
  automaticRedelivery: z.boolean(),
  url: z.url(),
  authorizedEvents: z.strictObject({
    everything: z.boolean(),
    specificEvents: z.array(z.string()),
  }),
})
export type WebhookData = z.input<typeof webhook>

/** `WebhookDataCreateResult` of swagger.template.webhooks.json: only this one has the secret. */
export const newWebhook = webhook.extend({ secret: text })
export type NewWebhookData = z.input<typeof newWebhook>

const ofInvoice = {
  deliveryId: text,
  webhookId: text,
  originalDeliveryId: text,
  isRedelivery: z.boolean(),
  timestamp: unixTime,
  storeId: text,
  invoiceId: text,
  metadata,
}
const ofPayment = { ...ofInvoice, afterExpiration: z.boolean(), paymentMethodId, payment }
const manuallyMarked = z.boolean()
const overPaid = z.boolean()

/** `WebhookInvoiceEvent` and the events that extend it, of swagger.template.webhooks.json. */
export const invoiceEvent = z.discriminatedUnion('type', [
  z.strictObject({ ...ofInvoice, type: z.literal('InvoiceCreated') }),
  z.strictObject({ ...ofPayment, type: z.literal('InvoiceReceivedPayment') }),
  z.strictObject({ ...ofPayment, type: z.literal('InvoicePaymentSettled') }),
  z.strictObject({ ...ofInvoice, type: z.literal('InvoiceProcessing'), overPaid }),
  z.strictObject({ ...ofInvoice, type: z.literal('InvoiceExpired'), partiallyPaid: z.boolean() }),
  z.strictObject({ ...ofInvoice, type: z.literal('InvoiceInvalid'), manuallyMarked }),
  z.strictObject({ ...ofInvoice, type: z.literal('InvoiceSettled'), manuallyMarked, overPaid }),
])
