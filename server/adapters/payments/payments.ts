import type { PaymentStatus } from '#contract/orders.ts'

/** Money is integer cents; times are Dates. Every call throws ProviderDown when it cannot be made. */
export class ProviderDown extends Error {
  override name = 'ProviderDown'
}

export type CardOrder = {
  orderId: string
  userId: number
  email: string
  /** What was bought, discounts already taken off. */
  items: { name: string; months: 1 | 3 | 6 | 12; priceCents: number; listCents: number }[]
  /** Months of the renewal that all items share; null for a single payment. */
  renewEveryMonths: 1 | 3 | 6 | 12 | null
  returnUrl: string
}

/** What the provider says of a payment, in the store's words. */
export type CardPayment = {
  sessionId: string
  orderId: string
  status: Extract<PaymentStatus, 'waiting' | 'confirming' | 'finished' | 'expired' | 'failed'>
  amountCents: number
  paymentIntentId: string | null
  subscriptionId: string | null
}

/** What a webhook means for the store. Ids are the provider's. */
export type CardEvent =
  | { kind: 'session'; sessionId: string }
  | {
      kind: 'renewed'
      subscriptionId: string
      invoiceId: string
      paymentIntentId: string | null
      amountCents: number
    }
  | { kind: 'renewal_stopped'; subscriptionId: string }
  | { kind: 'refunded'; paymentIntentId: string; whole: boolean }
  | { kind: 'disputed'; paymentIntentId: string; outcome: 'open' | 'won' | 'lost' }
  | { kind: 'other' }

export type CardProvider = {
  publishableKey: string
  /** Where the browser loads the provider's script from. */
  scriptUrl: string
  createSession(
    order: CardOrder,
  ): Promise<{ sessionId: string; clientSecret: string; expiresAt: Date }>
  readSession(sessionId: string): Promise<CardPayment>
  /** Takes the session back, so that it can no longer be paid. Already over is fine. */
  expireSession(sessionId: string): Promise<void>
  stopRenewal(subscriptionId: string): Promise<void>
  /** Verifies the signature over the raw body; null when it does not match. */
  verifyWebhook(
    body: Buffer,
    signature: string,
  ): { id: string; type: string; payload: unknown } | null
  understand(payload: unknown): CardEvent
}

export type CryptoCurrency = { code: string; symbol: string; name: string }

export type CryptoPayment = {
  paymentId: string
  purchaseId: string | null
  orderId: string
  status: PaymentStatus
  /** The provider's own word, for the record. */
  providerStatus: string
  payAddress: string
  payExtraId: string | null
  network: string | null
  payAmount: number
  payCurrency: string
  actuallyPaid: number
  expiresAt: Date | null
}

export type CryptoProvider = {
  currencies(): Promise<CryptoCurrency[]>
  estimate(amountCents: number, currency: string): Promise<number>
  /** The smallest amount that the provider takes in this currency, in cents rounded up. */
  minimum(currency: string): Promise<number>
  createPayment(order: {
    orderId: string
    amountCents: number
    currency: string
    description: string
  }): Promise<CryptoPayment>
  readPayment(paymentId: string): Promise<CryptoPayment>
  /** Verifies the signature; null when it does not match. */
  verifyWebhook(
    body: Buffer,
    signature: string,
  ): { paymentId: string; status: string; payload: unknown } | null
}
