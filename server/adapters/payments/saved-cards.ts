/** A card that a customer let the shop keep, as the provider shows it. */
export type SavedCard = {
  id: string
  /** In the provider's words: visa, mastercard, amex. */
  brand: string
  last4: string
  /** 1 to 12. It is good until the end of that month. */
  expMonth: number
  expYear: number
  /** The same for the same number, however often it was saved. */
  fingerprint: string | null
  isDefault: boolean
}

/**
 * `country` is the two-letter code, if the provider reports it. `fingerprint` identifies the card number,
 * even across customers. It is never shown or logged.
 */
export type PaidCard = {
  brand: string
  last4: string
  country: string | null
  fingerprint: string | null
}

/** What became of charging a saved card. Only `succeeded` has taken money. */
export type CardCharge =
  | {
      status: 'succeeded'
      paymentIntentId: string
      amountCents: number
      card: PaidCard | null
    }
  /** The bank decides later: an event follows, and `readCharge` tells. */
  | { status: 'processing'; paymentIntentId: string }
  | CardDeclined
  /**
   * The bank wants its customer to say yes. Only they can go on, on a page that confirms by this
   * secret with this card; another card may be charged on the same intent in its place.
   */
  | { status: 'needs_action'; paymentIntentId: string; clientSecret: string; cardId: string | null }
  /** It can never be paid any more. */
  | { status: 'canceled'; paymentIntentId: string }
  /**
   * No answer came, so it may have been paid. The same call with the same key tells within a day;
   * `findCharge` tells at any time.
   */
  | { status: 'unknown' }

export type CardDeclined = {
  status: 'declined'
  /** Null when the card was refused before there was a payment. */
  paymentIntentId: string | null
  /** Such as card_declined, expired_card; `card_gone` of a card that was removed. */
  code: string
  /** Such as insufficient_funds, lost_card. */
  declineCode: string | null
  /** What the bank says of trying again: with `do_not_try_again` only another card goes on. */
  adviceCode: 'confirm_card_data' | 'do_not_try_again' | 'try_again_later' | null
  /** The provider's sentence for the customer. */
  message: string
}

export type ChargeRequest = {
  /** The store's order that it pays. */
  orderId: string
  amountCents: number
  /** What the bank's statement and the provider's dashboard say it is for. */
  description: string
  customerId: string
  cardId: string
}

/** Customers of the provider with the cards that they let the shop keep. */
export type SavedCards = {
  /** Makes a customer; asking again for the same account within a day makes no second one. */
  createCustomer(account: {
    userId: number
    email: string
    /** The one that is to be replaced, as the provider does not know it any more. */
    before: string | null
  }): Promise<string>
  /** Tells of the account's new address. One that is not known stays so. */
  changeAddress(customerId: string, email: string): Promise<void>
  /** Forgets the customer and all their cards. One that is not known stays so. */
  removeCustomer(customerId: string): Promise<void>
  /**
   * The cards of a customer, the latest first, at most a hundred. Of a customer whom the provider
   * does not know, none. Throws ProviderDown.
   */
  listCards(customerId: string): Promise<SavedCard[]>
  /** Begins the adding of a card, which the browser finishes by the secret. Throws UnknownCustomer. */
  beginCard(customerId: string): Promise<{ setupId: string; clientSecret: string }>
  /** The card that an adding ended with; null while it has not, or when it is not this customer's. */
  readAddedCard(customerId: string, setupId: string): Promise<string | null>
  /** False when the customer has no such card. */
  setDefaultCard(customerId: string, cardId: string): Promise<boolean>
  /** The card can never be charged again. False when the customer has no such card. */
  removeCard(customerId: string, cardId: string): Promise<boolean>
  /**
   * Charges a card without its owner. The same key answers the same for a day; after that it would
   * charge anew, so of an attempt that may be older `findCharge` is asked first. Throws
   * ProviderDown and ProviderRefused when nothing was charged by this call.
   */
  chargeSavedCard(request: ChargeRequest & { idempotencyKey: string }): Promise<CardCharge>
  /**
   * Tries an intent that was declined, or waits for its customer, once more with this card. An
   * intent takes money once, so that of several tries at one order two can never be paid. Answers
   * what the intent is when it cannot be tried any more.
   */
  retryCharge(retry: {
    paymentIntentId: string
    cardId: string
    idempotencyKey: string
  }): Promise<CardCharge>
  /** What became of it; `unknown` when the provider does not answer. */
  readCharge(paymentIntentId: string): Promise<CardCharge>
  /** The charge of an order, if there was one; looks through the customer's latest hundred. */
  findCharge(order: { customerId: string; orderId: string }): Promise<CardCharge | null>
  /** Answers `canceled`, or what it became when it was too late. */
  cancelCharge(paymentIntentId: string): Promise<CardCharge>
}
