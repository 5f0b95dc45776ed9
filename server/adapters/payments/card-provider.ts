import type { Evidence } from '#contract/selling/dispute-evidence.ts'
import { type Observed, UnknownToProvider, type WebhookEvent } from './payments.ts'
import type { PaidCard, SavedCard, SavedCards } from './saved-cards.ts'

// Money is integer cents, and ids are the provider's, unless a name says otherwise.

/** The customer belongs to another account, or was deleted there. */
export class UnknownCustomer extends UnknownToProvider {
  override name = 'UnknownCustomer'
}

/** Evidence that is a file, by Stripe's names. */
export type EvidenceFile = 'receipt' | 'customer_communication'

/** The state of a dispute at the provider. An appealed dispute was lost before. */
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
  reason: string
  networkReason: string | null
  amountCents: number
  /** Null if the bank accepts no response. */
  dueAt: Date | null
  openedAt: Date
  /** How often a response was sent, from the shop or from the provider's dashboard. */
  submissions: number
}

/** The results of the bank's checks when the payment was made. */
export type CardChecks = {
  /** The result of 3-D Secure, and its version. Null if the bank did not request it. */
  threeDSecure: { result: string; version: string | null } | null
  /** Whether the security code and the postal code were right, in the provider's terms. */
  securityCode: string | null
  postalCode: string | null
  country: string | null
  paidAt: Date
}

export type FraudWarning = {
  id: string
  paymentIntentId: string | null
  fraudType: string
  warnedAt: Date
}

/** A page of events, newest first. */
export type EventPage = {
  events: WebhookEvent[]
  /** The cursor for older events. Null if there are none. */
  next: string | null
}

export type CardOrder = {
  /** The shop's order id. A second call with the same id creates nothing new. */
  orderId: string
  customer: { id: string; keepsCard: boolean }
  /** The names include the term. */
  items: { name: string; priceCents: number }[]
  returnUrl: string
  /** Between half an hour and one day from now. */
  expiresAt: Date
}

export type CardPayment = {
  /** The checkout session, or the PaymentIntent of a saved card. */
  id: string
  orderId: string | null
  status: Observed
  amountCents: number
  /** When the card was charged. Null before. */
  paidAt: Date | null
  /** The id that refunds and disputes refer to. */
  paymentIntentId: string | null
  /** The card that paid or was declined last. No other card data is ever stored. */
  card: PaidCard | null
  savedCard: Omit<SavedCard, 'isDefault'> | null
  /** Refunds that succeeded or are pending, in cents; failed refunds are not counted. */
  refundedCents: number
  /** The disputes of the payment, oldest first. Includes warnings only if requested. */
  disputes: CardDispute[]
}

export type CardRefund = {
  id: string
  /** The shop's refund id. Null for a refund that was created in the provider's dashboard. */
  ours: string | null
  amountCents: number
  status: 'pending' | 'succeeded' | 'failed' | 'canceled'
  failure: string | null
}

/** Names the object to read: the shop does not trust the event itself. */
export type CardEvent =
  | { about: 'session'; sessionId: string }
  /** A refund. */
  | { about: 'charge'; paymentIntentId: string }
  | { about: 'dispute'; paymentIntentId: string }
  | { about: 'fraud warning'; warningId: string }
  | { about: 'saved card'; paymentIntentId: string; orderId: string }
  /** A saved card that its bank has renewed or replaced. */
  | { about: 'card'; cardId: string; customerId: string }
  | { about: 'nothing of ours' }

/** `disputes` also reads inquiries, which a charge does not mention. */
export type ReadMore = { disputes?: boolean }

export type CardProvider = SavedCards & {
  check(): Promise<void>
  publishableKey: string
  scriptUrl: string
  minimumCents: number
  /** Throws UnknownCustomer if the provider does not know the order's customer. */
  createSession(order: CardOrder): Promise<{ sessionId: string; clientSecret: string }>
  readSession(sessionId: string, more?: ReadMore): Promise<CardPayment>
  /**
   * Leaves a complete or expired session as it is. Throws UnknownToProvider, like `readSession`.
   */
  expireSession(sessionId: string): Promise<void>
  /** The payment of a saved card, which may still be in progress. */
  readIntent(paymentIntentId: string, more?: ReadMore): Promise<CardPayment>
  /** Returns a session, or an order that a saved card was charged for. */
  findPaid(paymentIntentId: string): Promise<CardEvent>
  /** Refunds a payment. A second call with the same id within a day creates nothing new. */
  createRefund(refund: {
    id: string
    paymentIntentId: string
    amountCents: number
    why: 'duplicate' | 'fraudulent' | 'requested_by_customer'
  }): Promise<CardRefund>
  /** Oldest first. */
  listRefunds(paymentIntentId: string): Promise<CardRefund[]>
  readFraudWarning(id: string): Promise<FraudWarning>
  readDispute(id: string): Promise<CardDispute>
  /** Null if the payment was never made. */
  readChecks(paymentIntentId: string): Promise<CardChecks | null>
  /** Cannot be undone. A second call with the same key within a day sends nothing. */
  submitEvidence(
    id: string,
    evidence: Evidence & Partial<Record<EvidenceFile, string>>,
    key: string,
  ): Promise<CardDispute>
  /** Returns the file's id. Uploading the same PDF twice within a day creates one file. */
  uploadEvidence(name: string, pdf: Buffer): Promise<string>
  /** Accepts a dispute, which is then lost immediately. */
  acceptDispute(id: string): Promise<CardDispute>
  /** Only types that the shop reads. The provider stores events for 30 days. */
  listEvents(asked: { from: Date; until: Date; before: string | null }): Promise<EventPage>
  /** Returns null if the signature does not match the raw body. */
  verifyWebhook(body: Buffer, signature: string): WebhookEvent | null
  understand(payload: unknown): CardEvent
}
