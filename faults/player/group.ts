import type { Code, Offer } from './offer.ts'

/** An account of a customer. A group has several. */
export type Account = {
  id: number
  cookie: string
  /** Orders that the customer placed. */
  orders: Order[]
}

export type Item = {
  product: number
  /** The length of the plan. */
  days: number
  listCents: number
  code: Code | null
}

export type Order = {
  id: string
  /** The id of a Stripe session or a NOWPayments payment. */
  providerId: string
  kind: 'card' | 'crypto'
  items: Item[]
  placedAt: number
  /** When the customer canceled it, by the moved clock. */
  canceledAt: number | null
  /** When the customer first sent money for it. */
  paidAt: number | null
  /** When its money was first refunded or disputed. */
  reversedAt: number | null
}

/** Accounts that play together: the first is the referrer of the others. */
export type Group = {
  offer: Offer
  accounts: Account[]
  codes: Code[]
  /** Seconds that each account could use each product so far; the remaining time is added at the end. */
  received: Map<string, number>
  /** Cents that staff granted: gifts, and refunds without the time. */
  grantedCents: number
  /** The largest value, in cents, that the account of a reversed order had received when it was reversed. */
  usedCents: Map<string, number>
  rewards: Reward[]
}

export type Reward = {
  at: number
  product: number
  /** Seconds of the product that the referrer had received by then. */
  before: number
  /** The seconds that count: less than a month once an order of a friend was refunded or disputed. */
  seconds: number
}

/** Where `received` counts a product of an account. */
export const keyOf = (account: number, product: number) => `${account} ${product}`
