import type { PaymentStatus } from '#contract/orders.ts'
import type { PaymentProvider } from '#contract/payment-webhooks.ts'
import type { WebhookEvent } from './payments.ts'

// Money is integer cents, and ids are the provider's, unless a name says otherwise.

export type CryptoCurrency = { code: string; symbol: string; name: string }

export type CryptoPayment = {
  id: string
  /** The payment to whose address these coins were sent as a further transfer; null for what the shop asked for. */
  parentId: string | null
  /** Shared by the payments of one purchase, such as further transfers to the same address. */
  purchaseId: string | null
  /** The store's. */
  orderId: string | null
  /** `unknown` when the provider uses a word that it does not document. */
  status: PaymentStatus | 'unknown'
  /** In the provider's words. */
  providerStatus: string
  /** The provider vouches that the amount is paid, as when its operator has accepted the payment. */
  settled: boolean
  amountCents: number
  /** An address, or an invoice of Lightning. */
  payAddress: string
  /** Memo or destination tag that must go with the transfer. */
  payExtraId: string | null
  network: string | null
  /** In `payCurrency`, like what was actually paid. */
  payAmount: number
  payCurrency: string
  actuallyPaid: number
  /** The network has confirmed all that was paid. */
  confirmed: boolean
  /** In the coin's network, of who paid; null until then. */
  transactionId: string | null
}

/**
 * What a verified event is about and says. `paymentId` is null when it is about nothing of ours,
 * `status` undefined when it does not say, or in a word unknown to us.
 */
export type CryptoNotice = {
  paymentId: string | null
  status: PaymentStatus | undefined
  actuallyPaid: number
}

export type CryptoName = Exclude<PaymentProvider, 'stripe'>

/** The providers of crypto payments; null where the provider is not set up. */
export type CryptoProviders = {
  nowpayments: CryptoProvider | null
  btcpay: (CryptoProvider & CoinSender) | null
}

export type CryptoProvider = {
  name: CryptoName
  /** Proves that the provider answers and takes the shop's key. Throws when not. */
  check(): Promise<void>
  currencies(): Promise<CryptoCurrency[]>
  /** Amount in the currency, by its code. */
  estimate(amountCents: number, currency: string): Promise<number>
  /** The smallest amount that it takes in this currency, rounded up to a cent. */
  minimumCents(currency: string): Promise<number>
  createPayment(order: {
    orderId: string
    amountCents: number
    currency: string
    description: string
    /** When the time to pay is over; what comes later still counts. */
    expiresAt: Date
  }): Promise<CryptoPayment>
  getPayment(id: string): Promise<CryptoPayment>
  /** Null when the signature does not match the body. */
  verifyWebhook(body: Buffer, signature: string): WebhookEvent | null
  understand(payload: unknown): CryptoNotice
}

/** What a provider says of coins that it sends: it waits to pay, its transaction is on the way, or has arrived. */
export type SentCoins = {
  state: 'waiting' | 'sending' | 'sent' | 'canceled'
  /** In the coin's network; null until it is known. */
  transactionId: string | null
}

export type WantedCoins = {
  /** A decimal. */
  coins: string
  currency: string
  address: string
}

/**
 * A provider that sends coins from the operator's own wallet. They are set aside first and claimed once
 * for an address, so that asking again never sends them twice.
 */
export type CoinSender = {
  /** What the shop's key lacks for this, in the provider's words. */
  findMissingToSend(): Promise<string[]>
  /** What is never claimed is never sent. */
  setAside(wanted: Omit<WantedCoins, 'address'> & { about: string }): Promise<string>
  /** Throws ProviderRefused when what was set aside is claimed already, or was put back. */
  claimFor(setAsideId: string, wanted: WantedCoins): Promise<SentCoins>
  /** Null when nobody has claimed it for that address. */
  readClaim(setAsideId: string, address: string): Promise<SentCoins | null>
  /** Ends what was set aside: a claim that waits is canceled, and no other is taken. */
  putBack(setAsideId: string): Promise<void>
}
