import type { Code, Offer } from './offer.ts'

/** A person's account, of which a group has several. */
export type Account = {
  id: number
  cookie: string
  /** Orders that the customer placed. */
  orders: Order[]
}

export type Item = {
  product: number
  /** 7 or more; a month has 30. */
  days: number
  listCents: number
  code: Code | null
}

export type Order = {
  id: string
  /** At the provider: a session of Stripe or a payment of NOWPayments. */
  providerId: string
  kind: 'card' | 'crypto'
  items: Item[]
  placedAt: number
  /** When the customer canceled it, by the moved clock. */
  canceledAt: number | null
  /** When the customer first sent money for it. */
  paidAt: number | null
  /** When its money was first taken back. */
  reversedAt: number | null
}

/** Accounts that play together: the first is the referrer of the others. */
export type Group = {
  offer: Offer
  accounts: Account[]
  codes: Code[]
  /** Seconds that an account could use each product so far. At the end the remaining time is added. */
  received: Map<string, number>
  /** Cents that staff granted: gifts, and refunds without the time. */
  grantedCents: number
  /** The most that an order may have been used for, in cents, when its money was first taken back. */
  usedCents: Map<string, number>
  rewards: Reward[]
}

export type Reward = {
  at: number
  product: number
  /** Seconds of the product that the referrer had received by then. */
  before: number
  /** The most seconds that count, once an order of a friend was taken back. */
  seconds: number
}

/** Where `received` counts a product of an account. */
export const keyOf = (account: number, product: number) => `${account} ${product}`
