import type { Stripe, StripeElements } from '@stripe/stripe-js'
import { cards, type SavedCard } from '#contract/selling/cards.ts'
import type { PaymentStatus } from '#contract/selling/orders.ts'
import { type AgreedRenewal, payments } from '#contract/selling/payments.ts'
import { shopCurrency } from '#contract/wire/currency.ts'
import { cardName } from '../../account/cards/card-name.ts'
import { api } from '../../api/client.ts'
import { isMissing, isSessionOver } from '../../api/error.ts'
import { tab } from '../../storage.ts'
import { priceChanged, renewalChanged } from '../held-click.ts'
import { type OrderItems, sameRenewals } from '../order-items.ts'

/** Nothing was charged. The message says why. */
export class NotPaid extends Error {}

/** It is unknown whether the card was charged. Call `lookAgain` to check. */
export class NotKnown extends Error {
  constructor() {
    super(
      'We do not know yet whether your card was charged, because the connection was lost. Please check again before you pay. Nothing else is charged until then.',
    )
  }
}

/** The customer paid for the same items a moment ago, and was not charged again. */
export class JustPaid extends Error {
  readonly session: string
  constructor(session: string) {
    super('You placed the same order a few minutes ago. Your card was not charged again.')
    this.session = session
  }
}

/** The price of the order differs from the price on the page. */
export class PriceChanged extends NotPaid {
  constructor(price: number) {
    super(priceChanged(price))
  }
}

/** Stripe would charge another currency than the page shows. */
export class CurrencyChanged extends NotPaid {
  constructor() {
    super(
      'The currency of this shop has changed. Nothing has been charged. Reload the page to see the new prices.',
    )
  }
}

/** The price of the renewals differs from the price on the page. */
export class RenewalChanged extends NotPaid {
  constructor() {
    super(renewalChanged)
  }
}

/** The chosen saved card has been removed. */
export class CardGone extends NotPaid {
  constructor(card: SavedCard) {
    super(
      `${cardName(card)} has been removed. Nothing has been charged. Please choose another card.`,
    )
  }
}

type Purchase = {
  items: OrderItems
  /** In units of the currency, as shown on the page at the time of submitting. */
  total: number
  /** The later charges, as shown on the page. */
  renewals: readonly AgreedRenewal[]
  email: string
  /** Null pays with the card typed into `elements`. */
  card: SavedCard | null
  /** Buys the same items again, even if they were bought a moment ago. */
  again?: boolean
}

/** Stores the session of this tab's last payment whose outcome is unknown. */
const pressed = 'pressed-session'

/**
 * Places the order and pays it. Returns the id of its session, which the next page needs. Before
 * anything is charged, the price of the order is compared with the price on the page. The provider
 * charges a session the amount that it was opened with.
 *
 * While the outcome of an earlier payment is unknown, no order is placed: its session may have been
 * paid and the response lost.
 */
export async function payByCard(
  stripe: Stripe,
  elements: StripeElements,
  { items, total, renewals, email, card, again = false }: Purchase,
): Promise<string> {
  const before = await lookAgain()
  if (before) return before
  const paymentMethod = card?.id ?? (await readTyped(stripe, elements))
  const placed = await api(payments.createCheckoutSession, {
    query: again ? { again: 'true' } : {},
    body: items,
  })
  const { clientSecret, session_id } = placed
  if (placed.paid_before) throw new JustPaid(session_id)
  // Nothing was left to pay: the order is already fulfilled.
  if (clientSecret === null) return session_id
  const loaded = await stripe.initCheckoutElementsSdk({ clientSecret }).loadActions()
  if (loaded.type === 'error') throw new NotPaid(loaded.error.message)
  const checkout = loaded.actions.getSession()
  // Stripe.js refuses to confirm unless the page has read all three (sandbox/stripe/js/total-reads.js).
  const { currency, minorUnitsAmountDivisor } = checkout
  const due = checkout.total.total.minorUnitsAmount / minorUnitsAmountDivisor
  if (currency.toUpperCase() !== shopCurrency()) throw new CurrencyChanged()
  if (Math.round(due * 100) !== Math.round(total * 100)) throw new PriceChanged(due)
  if (!sameRenewals(placed.renewals, renewals)) throw new RenewalChanged()
  tab.set(pressed, session_id)
  const result = await loaded.actions
    .confirm({ paymentMethod, redirect: 'if_required', ...(checkout.email === null && { email }) })
    .catch((failure: unknown) => ({ type: 'error' as const, error: failure as Error }))
  if (result.type === 'success') {
    tab.remove(pressed)
    return session_id
  }
  // The session may have been paid in another tab, or paid without its response arriving.
  const paid = await lookAgain()
  if (paid) return paid
  if (card && (await isGone(card))) throw new CardGone(card)
  throw new NotPaid(result.error.message)
}

/**
 * Checks the last payment of this tab. Returns its session if it is paid, and null if not. Throws
 * `NotKnown` if the outcome is unknown.
 */
export async function lookAgain(): Promise<string | null> {
  const session = tab.get(pressed)
  if (session === null) return null
  const status = await statusOf(session)
  // Keep the session while it may still be paid, to check it again later.
  if (status === 'waiting') return null
  tab.remove(pressed)
  return status === 'finished' || status === 'confirming' ? session : null
}

async function readTyped(stripe: Stripe, elements: StripeElements): Promise<string> {
  const { error: wrong } = await elements.submit()
  if (wrong) throw new NotPaid(wrong.message)
  const { error, paymentMethod } = await stripe.createPaymentMethod({ elements })
  if (error) throw new NotPaid(error.message)
  return paymentMethod.id
}

/**
 * Returns the status of the payment, or null if the session is not this customer's. Throws
 * `NotKnown`.
 */
async function statusOf(sessionId: string): Promise<PaymentStatus | null> {
  const asking = api(payments.checkoutSession, { params: { session_id: sessionId } })
  const answer = await asking.catch((error) => {
    if (isMissing(error)) return null
    throw isSessionOver(error) ? error : new NotKnown()
  })
  if (answer?.asked === false) throw new NotKnown()
  return answer?.payment_status ?? null
}

async function isGone(card: SavedCard): Promise<boolean> {
  const kept = await api(cards.list).catch(() => null)
  return kept !== null && !kept.some(({ id }) => id === card.id)
}
