import type { Evidence } from '#contract/dispute-evidence.ts'
import { type Observed, UnknownToProvider, type WebhookEvent } from './payments.ts'
import type { PaidCard, SavedCard, SavedCards } from './saved-cards.ts'

// Money is integer cents, and ids are the provider's, unless a name says otherwise.

/** The provider does not have this customer: one of another account, or one that was deleted there. */
export class UnknownCustomer extends UnknownToProvider {
  override name = 'UnknownCustomer'
}

/** Evidence that is a file, by Stripe's names. */
export type EvidenceFile = 'receipt' | 'customer_communication'

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
  /**
   * Ends an unpaid session, so that it can no longer be paid. One that is over stays as it is. Throws
   * UnknownToProvider, as `readSession` does.
   */
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
