import type { Code, Offer, PlanName } from './offer.ts'

/** An account of a customer. A group has several. */
export type Account = {
  id: number
  email: string
  cookie: string
  /** Orders that the customer placed. */
  orders: Order[]
}

export type Item = {
  product: number
  plan: PlanName
  /** The length of the plan; for a lifetime, the days that cost as much. */
  days: number
  code: Code | null
}

export type Order = {
  id: string
  /** The id of a Stripe session, a NOWPayments payment or a BTCPay invoice; null if nothing is to pay. */
  providerId: string | null
  kind: 'card' | 'crypto'
  /** The provider that receives the coins. */
  server: 'nowpayments' | 'btcpay' | null
  items: Item[]
  /** The total of the order. */
  totalCents: number
  placedAt: number
  /** When the customer canceled it, by the moved clock. */
  canceledAt: number | null
  /** When the customer first sent money for it. */
  paidAt: number | null
  /** When its money was first refunded or disputed. */
  reversedAt: number | null
  /** When a refund of its coins was offered, and when the offer expires: never, once it was accepted. */
  offers: { from: number; until: number }[]
  /** The coins that were sent for it. */
  transfers: Transfer[]
  /** The value in cents that its account had received when the customer first sent money. */
  receivedBefore: number
  /** A refund revoked time of a lifetime. */
  lifetimeTaken: boolean
  /** The payouts that revoke time of a lifetime when they are sent. */
  lifetimePayouts: string[]
}

/** Coins that arrived for an order. All amounts are in cents. */
export type Transfer = {
  at: number
  /** At the exchange rate of the order. */
  cents: number
  /** At the exchange rate that counts. */
  worth: number
  /** By how much the coins gained in value since the order was placed. */
  rise: number
}

/** Accounts that play together: the first is the referrer of the others. */
export type Group = {
  offer: Offer
  accounts: Account[]
  /** Deleted accounts. Their customers signed up again. */
  former: Account[]
  /** The member of the support team who helps them. */
  support: string
  codes: Code[]
  /** Seconds that each account could use each product so far; the remaining time is added at the end. */
  received: Map<string, number>
  /** Cents that staff granted: gifts, and refunds without the time. */
  grantedCents: number
  /** The value of a reversed order, in cents, that its account can have used when it was reversed. */
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

export const allAccounts = ({ accounts, former }: Group) => [...accounts, ...former]
