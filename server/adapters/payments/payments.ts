import type { Evidence } from '#contract/dispute-evidence.ts'
import type { PaymentStatus } from '#contract/orders.ts'
import type { PaymentProvider } from '#contract/payment-webhooks.ts'
import type { SavedCard, SavedCards } from './saved-cards.ts'

// Money is integer cents, and ids are the provider's, unless a name says otherwise.

/** The provider cannot be reached, does not answer in time, or fails: another time it may work. */
export class ProviderDown extends Error {
  override name = 'ProviderDown'
}

/** The provider understood and said no: the same again would be refused again. */
export class ProviderRefused extends Error {
  override name = 'ProviderRefused'
}

/** The provider does not have this customer: one of another account, or one that was deleted there. */
export class UnknownCustomer extends ProviderRefused {
  override name = 'UnknownCustomer'
}

/** Evidence that is a file, by Stripe's names. */
export type EvidenceFile = 'receipt' | 'customer_communication'

/** What a provider can say of a payment. A dispute is open as `disputed` until it is decided. */
export type Observed = PaymentStatus | 'dispute_won' | 'dispute_lost'

/** What the provider says of a dispute. One that is appealed was lost before. */
export type ToldDispute =
  | 'warning'
  | 'needs_response'
  | 'under_review'
  | 'appealed'
  | 'won'
  | 'lost'
  | 'withdrawn'

export type CardDispute = {
  id: string
  paymentIntentId: string | null
  told: ToldDispute
  /** The provider's word for why, and the card network's code for it. */
  reason: string
  networkReason: string | null
  amountCents: number
  /** Null when the bank takes no answer. */
  dueAt: Date | null
  openedAt: Date
  /** How often an answer was sent, from here or from the provider's dashboard. */
  submissions: number
}

/** What the bank said of a payment when it was made. */
export type CardChecks = {
  /** Its result of 3-D Secure, and the version; null when it did not ask for it. */
  threeDSecure: { result: string; version: string | null } | null
  /** Whether the security code and the postal code were right, in the provider's words. */
  securityCode: string | null
  postalCode: string | null
  /** Of the card. */
  country: string | null
  paidAt: Date
}

/** What a card's bank suspects of a payment. */
export type FraudWarning = {
  id: string
  paymentIntentId: string | null
  fraudType: string
  warnedAt: Date
}

/**
 * `id` is the same when the provider tells the same once more. `topic` is what it has read anew, where
 * that says it all: events of the same topic may be worked as one. What is `foreign` changes nothing
 * here and is kept to be looked up alone.
 */
export type WebhookEvent = {
  id: string
  type: string
  payload: object
  topic?: string
  foreign?: true
}

/** A page of what happened, newest first. */
export type EventPage = {
  events: WebhookEvent[]
  /** What to ask for the page before it with; null when there is none. */
  next: string | null
}

export type CardOrder = {
  /** The store's; asking again with the same one creates nothing new. */
  orderId: string
  /** Whose the payment is at the provider, and whether the card is kept to be charged again. */
  customer: { id: string; keepsCard: boolean }
  /** Named with their terms. */
  items: { name: string; priceCents: number }[]
  returnUrl: string
  /** At least half an hour and at most a day from now. */
  expiresAt: Date
}

/** `country` in two letters, where the provider tells it. */
export type PaidCard = { brand: string; last4: string; country: string | null }

export type CardPayment = {
  /** The checkout session, or the intent of a saved card that was charged. */
  id: string
  /** The store's. */
  orderId: string | null
  status: Observed
  amountCents: number
  /** When its card was charged; null until then. */
  paidAt: Date | null
  /** What refunds and disputes name. */
  paymentIntentId: string | null
  /** What paid or was declined last; nothing else of a card is ever kept. */
  card: PaidCard | null
  /** The card that was kept by this payment. */
  savedCard: Omit<SavedCard, 'isDefault'> | null
  /** Refunds that succeeded or are pending, in cents; failed refunds are not counted. */
  refundedCents: number
  /** Those that it has, oldest first; warnings only where they were asked for. */
  disputes: CardDispute[]
}

export type CardRefund = {
  id: string
  /** The store's; null of one that was made in the provider's dashboard. */
  ours: string | null
  amountCents: number
  status: 'pending' | 'succeeded' | 'failed' | 'canceled'
  /** Why it failed, in the provider's words. */
  failure: string | null
}

/** Which of the provider's objects an event is about: they are read again, whatever it says. */
export type CardEvent =
  | { about: 'session'; sessionId: string }
  /** A refund. */
  | { about: 'charge'; paymentIntentId: string }
  | { about: 'dispute'; paymentIntentId: string }
  | { about: 'fraud warning'; warningId: string }
  /** A saved card that was charged for an order of the store's. */
  | { about: 'saved card'; paymentIntentId: string; orderId: string }
  /** A saved card that its bank has renewed or replaced. */
  | { about: 'card'; cardId: string; customerId: string }
  | { about: 'nothing of ours' }

/** `disputes`: also inquiries, of which a charge says nothing. */
export type ReadMore = { disputes?: boolean }

export type CardProvider = SavedCards & {
  /** Proves that the provider answers and takes the shop's key. Throws when not. */
  check(): Promise<void>
  publishableKey: string
  /** Where the browser loads the provider's script from. */
  scriptUrl: string
  /** The smallest total that it takes. */
  minimumCents: number
  /** Throws UnknownCustomer when the provider does not have the order's. */
  createSession(order: CardOrder): Promise<{ sessionId: string; clientSecret: string }>
  readSession(sessionId: string, more?: ReadMore): Promise<CardPayment>
  /** Ends an unpaid session, so that it can no longer be paid. One that is over stays as it is. */
  expireSession(sessionId: string): Promise<void>
  /** The payment that a saved card was charged with, or is. */
  readIntent(paymentIntentId: string, more?: ReadMore): Promise<CardPayment>
  /** Ends what a version before this one had renew there. One that has ended stays as it is. */
  endSubscription(subscriptionId: string): Promise<void>
  /** What a payment intent pays: a session, or an order that a saved card was charged for. */
  findPaid(paymentIntentId: string): Promise<CardEvent>
  /** Gives money back; asking again with the same id within a day creates nothing new. */
  createRefund(refund: {
    /** The store's. */
    id: string
    paymentIntentId: string
    amountCents: number
    why: 'duplicate' | 'fraudulent' | 'requested_by_customer'
  }): Promise<CardRefund>
  /** Oldest first. */
  listRefunds(paymentIntentId: string): Promise<CardRefund[]>
  readFraudWarning(id: string): Promise<FraudWarning>
  readDispute(id: string): Promise<CardDispute>
  /** Null of a payment that was never made. */
  readChecks(paymentIntentId: string): Promise<CardChecks | null>
  /** Sends evidence to the bank, for good; asking again with the same key within a day sends it once. */
  submitEvidence(
    id: string,
    evidence: Evidence & Partial<Record<EvidenceFile, string>>,
    key: string,
  ): Promise<CardDispute>
  /** Hands a PDF over for evidence, and answers its id; the same one twice within a day is one. */
  uploadEvidence(name: string, pdf: Buffer): Promise<string>
  /** Gives a dispute up: it is lost at once. */
  acceptDispute(id: string): Promise<CardDispute>
  /** The events of that time whose type the shop reads. The provider keeps it for 30 days. */
  listEvents(asked: { from: Date; until: Date; before: string | null }): Promise<EventPage>
  /** Null when the signature does not match the raw body. */
  verifyWebhook(body: Buffer, signature: string): WebhookEvent | null
  understand(payload: unknown): CardEvent
}

export type CryptoCurrency = { code: string; symbol: string; name: string }

export type CryptoPayment = {
  id: string
  /** Shared by the payments of one purchase, such as the rest of one that fell short. */
  purchaseId: string | null
  /** The store's. */
  orderId: string | null
  status: PaymentStatus
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
