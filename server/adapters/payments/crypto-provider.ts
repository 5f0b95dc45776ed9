import type { PaymentStatus } from '#contract/selling/orders.ts'
import type { PaymentProvider } from '#contract/wire/payment-provider.ts'
import type { WebhookEvent } from './payments.ts'

// Money is integer cents, and ids are the provider's, unless a name says otherwise.

export type CryptoCurrency = { code: string; symbol: string; name: string }

export type CryptoPayment = {
  id: string
  /**
   * The payment whose address received these coins as a further transfer. Null for a payment that
   * the shop requested.
   */
  parentId: string | null
  /** The further transfers to its address that the provider has received, as payments. */
  furtherIds: readonly string[]
  /** Shared by the payments of one purchase, such as further transfers to the same address. */
  purchaseId: string | null
  /** The shop's order id. */
  orderId: string | null
  /** `unknown` if the provider uses a status that it does not document. */
  status: PaymentStatus | 'unknown'
  /** The provider's own status. */
  providerStatus: string
  /**
   * The provider guarantees that the amount is paid, for example because its operator has accepted
   * the payment.
   */
  settled: boolean
  amountCents: number
  /** An address, or a Lightning invoice. */
  payAddress: string
  /** Memo or destination tag that must go with the transfer. */
  payExtraId: string | null
  network: string | null
  /** In `payCurrency`, like `actuallyPaid`. */
  payAmount: number
  payCurrency: string
  actuallyPaid: number
  /** The network has confirmed all received coins. */
  confirmed: boolean
  /** The id of the payer's transaction in the coin's network. Null before it is known. */
  transactionId: string | null
}

/**
 * The content of a verified event. `paymentId` is null if the event concerns no payment of the
 * shop. `status` is undefined if the event has none, or an unknown one.
 */
export type CryptoNotice = {
  paymentId: string | null
  status: PaymentStatus | undefined
  actuallyPaid: number
}

export type CryptoName = Exclude<PaymentProvider, 'stripe'>

/** The crypto providers. Null if a provider is not set up. */
export type CryptoProviders = {
  nowpayments: CryptoProvider | null
  btcpay: (CryptoProvider & CoinSender) | null
}

export type CryptoProvider = {
  name: CryptoName
  /** Verifies that the provider responds and accepts the shop's key. Throws if not. */
  check(): Promise<void>
  currencies(): Promise<CryptoCurrency[]>
  /** Converts an amount to the currency with this code. */
  estimate(amountCents: number, currency: string): Promise<number>
  /** The smallest amount that the provider accepts in this currency, rounded up to a cent. */
  minimumCents(currency: string): Promise<number>
  createPayment(order: {
    orderId: string
    amountCents: number
    currency: string
    description: string
    /** When the time to pay ends. Later payments still count. */
    expiresAt: Date
  }): Promise<CryptoPayment>
  getPayment(id: string): Promise<CryptoPayment>
  /** Returns null if the signature does not match the body. */
  verifyWebhook(body: Buffer, signature: string): WebhookEvent | null
  understand(payload: unknown): CryptoNotice
}

/**
 * The state of coins that a provider sends: it has not sent them yet, its transaction is on the
 * way, or the transaction has arrived.
 */
export type SentCoins = {
  state: 'waiting' | 'sending' | 'sent' | 'canceled'
  /** The transaction's id in the coin's network. Null until it is known. */
  transactionId: string | null
}

export type WantedCoins = {
  /** A decimal number. */
  coins: string
  currency: string
  address: string
}

/**
 * A provider that sends coins from the operator's own wallet. Coins are first reserved and then
 * claimed once for an address, so that a retry never sends them twice.
 */
export type CoinSender = {
  /** The permissions that the shop's key lacks for sending, in the provider's terms. */
  findMissingToSend(): Promise<string[]>
  /**
   * Returns which of these currencies have no payout processor, so that the operator must send
   * approved payouts on the provider's pages. Null if the provider does not report its processors.
   */
  findWithoutProcessor(currencies: string[]): Promise<string[] | null>
  /** Reserves coins. They are only sent once claimed. */
  setAside(wanted: Omit<WantedCoins, 'address'> & { about: string }): Promise<string>
  /** Throws ProviderRefused if the reserved coins were already claimed or released. */
  claimFor(setAsideId: string, wanted: WantedCoins): Promise<SentCoins>
  /** Null if there is no claim for that address. */
  readClaim(setAsideId: string, address: string): Promise<SentCoins | null>
  /** Releases reserved coins: a pending claim is canceled, and no other is accepted. */
  putBack(setAsideId: string): Promise<void>
}
