export type SavedCard = {
  id: string
  /** The provider's name: visa, mastercard, amex. */
  brand: string
  last4: string
  /** 1 to 12. The card is valid until the end of that month. */
  expMonth: number
  expYear: number
  /** The same for the same card number, however often it was saved. */
  fingerprint: string | null
  isDefault: boolean
}

/**
 * `country` is the two-letter code, if the provider reports it. `fingerprint` identifies the card
 * number, even across customers. It is never shown or logged.
 */
export type PaidCard = {
  brand: string
  last4: string
  country: string | null
  fingerprint: string | null
}

/** The result of charging a saved card. Only `succeeded` has taken money. */
export type CardCharge =
  | {
      status: 'succeeded'
      paymentIntentId: string
      amountCents: number
      card: PaidCard | null
    }
  /** The bank decides later. An event follows, and `readCharge` returns the result. */
  | { status: 'processing'; paymentIntentId: string }
  | CardDeclined
  /** The customer must confirm with the secret. Another card can be charged on the same intent. */
  | { status: 'needs_action'; paymentIntentId: string; clientSecret: string; cardId: string | null }
  /** It can never be paid any more. */
  | { status: 'canceled'; paymentIntentId: string }
  /**
   * No response, so the card may have been charged. The same call with the same key returns the
   * result within a day, and `findCharge` at any time.
   */
  | { status: 'unknown' }

export type CardDeclined = {
  status: 'declined'
  /** Null if the card was rejected before a payment was created. */
  paymentIntentId: string | null
  /** For example card_declined or expired_card; `card_gone` for a card that was removed. */
  code: string
  /** For example insufficient_funds or lost_card. */
  declineCode: string | null
  /** The bank's advice on retries: after `do_not_try_again` only another card can succeed. */
  adviceCode: 'confirm_card_data' | 'do_not_try_again' | 'try_again_later' | null
  /** The provider's sentence for the customer. */
  message: string
}

export type ChargeRequest = {
  orderId: string
  amountCents: number
  /** The description on the bank statement and in the provider's dashboard. */
  description: string
  customerId: string
  cardId: string
}

export type SavedCards = {
  /** Creates a customer. A second call for the same account within a day creates no second one. */
  createCustomer(account: {
    userId: number
    email: string
    /** The customer id to replace, because the provider no longer knows it. */
    before: string | null
  }): Promise<string>
  /** Updates the account's email address. Ignores an unknown customer. */
  changeAddress(customerId: string, email: string): Promise<void>
  /** Deletes the customer and all their cards. Ignores an unknown customer. */
  removeCustomer(customerId: string): Promise<void>
  /** Newest first, at most a hundred. Empty for an unknown customer. Throws ProviderDown. */
  listCards(customerId: string): Promise<SavedCard[]>
  /** Starts adding a card, which the browser completes with the secret. Throws UnknownCustomer. */
  beginCard(customerId: string): Promise<{ setupId: string; clientSecret: string }>
  /** Returns the card even if it was removed since. Null if it was not added, or is not theirs. */
  readAddedCard(customerId: string, setupId: string): Promise<SavedCard | null>
  /** Returns false if the customer has no such card. */
  setDefaultCard(customerId: string, cardId: string): Promise<boolean>
  /** It can never be charged again. Returns false if the customer has no such card. */
  removeCard(customerId: string, cardId: string): Promise<boolean>
  /**
   * The same key returns the same result for a day and then charges again, so call `findCharge`
   * first for an older attempt. Throws ProviderDown or ProviderRefused if nothing was charged.
   */
  chargeSavedCard(request: ChargeRequest & { idempotencyKey: string }): Promise<CardCharge>
  /** Takes money only once. Returns the current state if the payment cannot be retried. */
  retryCharge(retry: {
    paymentIntentId: string
    cardId: string
    idempotencyKey: string
  }): Promise<CardCharge>
  /** The result of the charge; `unknown` if the provider does not respond. */
  readCharge(paymentIntentId: string): Promise<CardCharge>
  /** Finds the charge of an order among the customer's latest hundred. Null if there is none. */
  findCharge(order: { customerId: string; orderId: string }): Promise<CardCharge | null>
  /** Cancels a charge. Returns `canceled`, or the actual state if it was too late. */
  cancelCharge(paymentIntentId: string): Promise<CardCharge>
}
