import type { Stripe, StripeElements } from '@stripe/stripe-js'
import { cards, type SavedCard } from '#contract/cards.ts'
import { shopCurrency } from '#contract/currency.ts'
import type { PaymentStatus } from '#contract/orders.ts'
import { type AgreedRenewal, payments } from '#contract/payments.ts'
import { cardName } from '../../account/cards/card-name.ts'
import { api } from '../../api/client.ts'
import { isMissing, isSessionOver } from '../../api/error.ts'
import { tab } from '../../storage.ts'
import { priceChanged, renewalChanged } from '../held-press.ts'
import { type OrderItems, sameRenewals } from '../order-items.ts'

/** Nothing was charged, and the message says why. */
export class NotPaid extends Error {}

/** Whether anything was charged cannot be told now; `lookAgain` asks once more. */
export class NotKnown extends Error {
  constructor() {
    super(
      'It is not known yet whether your card was charged, as the answer was lost on the way. Please look again before you pay: nothing new is charged until that is known.',
    )
  }
}

/** The same was paid for a moment ago, and nothing was charged for it again. */
export class JustPaid extends Error {
  readonly session: string
  constructor(session: string) {
    super('You ordered the same a few minutes ago. Your card was not charged for it again.')
    this.session = session
  }
}

/** What is paid has another price than the page says. */
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

/** What renews costs another price later than the page says. */
export class RenewalChanged extends NotPaid {
  constructor() {
    super(renewalChanged)
  }
}

/** The saved card that was chosen is no longer there. */
export class CardGone extends NotPaid {
  constructor(card: SavedCard) {
    super(
      `${cardName(card)} has been removed. Nothing has been charged. Please choose another card.`,
    )
  }
}

type Purchase = {
  items: OrderItems
  /** In units of the currency, as the page says when it is pressed. */
  total: number
  /** What is charged later, as the page says it too. */
  renewals: readonly AgreedRenewal[]
  email: string
  /** Null pays with the card that is typed into `elements`. */
  card: SavedCard | null
  /** Also what was bought a moment ago is bought once more. */
  again?: boolean
}

/** Of the last press whose end this tab does not know. */
const pressed = 'pressed-session'

/**
 * Places the order and pays it. Answers its session, by which the next page knows it. What the order
 * costs is compared with what the page says before anything is charged, and the provider charges a
 * session what it was opened with.
 *
 * As long as it cannot be told what became of an earlier press, no order is placed: its session may
 * have been paid, and its answer lost.
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
  // There was nothing to pay after all: the order is fulfilled.
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
  // Paid in another tab, perhaps, or paid without an answer.
  const paid = await lookAgain()
  if (paid) return paid
  if (card && (await isGone(card))) throw new CardGone(card)
  throw new NotPaid(result.error.message)
}

/**
 * What became of the last press of this tab: its session when that is paid, and null when it is not.
 * Throws `NotKnown` when that cannot be told.
 */
export async function lookAgain(): Promise<string | null> {
  const session = tab.get(pressed)
  if (session === null) return null
  const status = await statusOf(session)
  // It goes on being asked about while it may be paid.
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

/** How the order stands; null of one that is not this customer's. Throws `NotKnown`. */
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
