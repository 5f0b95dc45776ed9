import * as z from 'zod'
import type { PaymentStatus } from '#contract/selling/orders.ts'

// Amounts are decimals as text: see swagger.template.invoices.json of BTCPay Server.
const amount = z.coerce.number()

// Anyone who creates an invoice in the same store can write anything here.
const metadata = z
  .looseObject({ shopOrder: z.string().nullish().catch(null) })
  .nullish()
  .catch({})

export const invoice = z.object({
  id: z.string().min(1),
  amount: amount.nullish(),
  currency: z.string(),
  status: z.enum(['New', 'Processing', 'Expired', 'Invalid', 'Settled']),
  additionalStatus: z.string().default('None'),
  metadata,
})
export type Invoice = z.output<typeof invoice>

export const paymentMethod = z.object({
  paymentMethodId: z.string(),
  destination: z.string().nullish(),
  totalPaid: amount,
  /** The amount that is still due, including network fees. Negative after an overpayment. */
  due: amount,
  payments: z
    .array(z.object({ id: z.string(), status: z.enum(['Invalid', 'Processing', 'Settled']) }))
    .default([]),
})
export type PaymentMethod = z.output<typeof paymentMethod>

export const paymentMethods = z.array(paymentMethod)

export const storePaymentMethods = z.array(
  z.object({ paymentMethodId: z.string(), enabled: z.boolean() }),
)

export const rates = z.array(
  z.object({
    currencyPair: z.string(),
    errors: z.array(z.string()).nullish(),
    rate: amount.nullish(),
  }),
)

export const webhook = z.object({ id: z.string(), url: z.string() })
export const webhooks = z.array(webhook)
export const newWebhook = webhook.extend({ secret: z.string().min(1) })

/** Names end with the store, unless they apply to all: `btcpay.store.cancreateinvoice:9xF3`. */
export const apiKey = z.object({ permissions: z.array(z.string()) })

export const payoutProcessors = z.array(z.object({ payoutMethods: z.array(z.string()).nullish() }))

export const pullPayment = z.object({ id: z.string().min(1) })

/** A claim on a pull payment, which the server calls a payout. */
export const claim = z.object({
  destination: z.string(),
  state: z.enum(['AwaitingApproval', 'AwaitingPayment', 'InProgress', 'Completed', 'Cancelled']),
  paymentProof: z
    .looseObject({ id: z.string().nullish(), transactionId: z.string().nullish() })
    .nullish(),
})
export const claims = z.array(claim)

export const event = z.looseObject({
  deliveryId: z.string().min(1),
  originalDeliveryId: z.string().nullish(),
  type: z.string(),
  invoiceId: z.string().nullish(),
  metadata,
})
export type Event = z.output<typeof event>

/** Whether no payment is waiting for the network. Invalid payments do not count. */
export const isConfirmed = (payments: PaymentMethod['payments']) =>
  payments.every(({ status }) => status !== 'Processing')

/** A late payment leaves the invoice expired, with `PaidLate` if fully paid, else `PaidPartial`. */
export function statusOf(
  { status, additionalStatus }: Pick<Invoice, 'status' | 'additionalStatus'>,
  { payments, due }: Pick<PaymentMethod, 'payments' | 'due'>,
): PaymentStatus {
  switch (status) {
    case 'Settled':
      return 'finished'
    case 'Processing':
      return 'confirming'
    case 'Invalid':
      return 'failed'
    case 'New':
      return additionalStatus === 'PaidPartial' ? 'partially_paid' : 'waiting'
    case 'Expired':
      if (payments.every(({ status }) => status === 'Invalid')) return 'expired'
      if (!isConfirmed(payments)) return 'confirming'
      return additionalStatus === 'PaidLate' || due <= 0 ? 'finished' : 'partially_paid'
  }
}
