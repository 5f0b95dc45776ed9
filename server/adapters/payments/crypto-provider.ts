import type { PaymentStatus } from '#contract/selling/orders.ts'
import type { PaymentProvider } from '#contract/wire/payment-provider.ts'
import type { WebhookEvent } from './payments.ts'

// Money is integer cents, and ids are the provider's, unless a name says otherwise.

export type CryptoCurrency = { code: string; symbol: string; name: string }

export type CryptoPayment = {
  id: string
  /** The payment whose address received this further transfer. Null for requested payments. */
  parentId: string | null
  /** The further transfers to its address that the provider has received, as payments. */
  furtherIds: readonly string[]
  /** Shared by the payments of one purchase, such as further transfers to the same address. */
  purchaseId: string | null
  orderId: string | null
  /** `unknown` if the provider uses a status that it does not document. */
  status: PaymentStatus | 'unknown'
  providerStatus: string
  /** The provider guarantees the amount, for example because its operator accepted the payment. */
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

/** `paymentId` is null without a payment of the shop; `status` is undefined if it is unknown. */
export type CryptoNotice = {
  paymentId: string | null
  status: PaymentStatus | undefined
  actuallyPaid: number
}

export type CryptoName = Exclude<PaymentProvider, 'stripe'>

export type CryptoProviders = {
  nowpayments: CryptoProvider | null
  btcpay: (CryptoProvider & CoinSender) | null
}

export type CryptoProvider = {
  name: CryptoName
  check(): Promise<void>
  currencies(): Promise<CryptoCurrency[]>
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

/** Not sent yet, with a transaction on the way, arrived, or canceled. */
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

/** Coins are reserved first and claimed once for an address, so no retry sends them twice. */
export type CoinSender = {
  /** The permissions that the shop's key lacks for sending, in the provider's terms. */
  findMissingToSend(): Promise<string[]>
  /**
   * Currencies without a payout processor, whose payouts the operator sends by hand. Null if the
   * provider does not report its processors.
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
