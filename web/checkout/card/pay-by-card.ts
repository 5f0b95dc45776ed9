import type { Stripe, StripeElements } from '@stripe/stripe-js'
import { cards, type SavedCard } from '#contract/cards.ts'
import type { PaymentStatus } from '#contract/orders.ts'
import { payments } from '#contract/payments.ts'
import { cardName } from '../../account/cards/card-name.ts'
import { api } from '../../api/client.ts'
import { formatPrice } from '../../format.ts'
import type { OrderItems } from '../order-items.ts'

/** Nothing was charged, and the message says why. */
export class NotPaid extends Error {}

/** What is paid has another price than the page says. */
export class PriceChanged extends NotPaid {
  constructor(price: number) {
    const now = formatPrice(price)
    super(`The price has changed: it is ${now} now. Nothing has been charged. Please look again.`)
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
  /** Dollars, as the page says when it is pressed. */
  total: number
  email: string
  /** Null pays with the card that is typed into `elements`. */
  card: SavedCard | null
}

/**
 * Places the order and pays it. Answers its session, by which the next page knows it. What the order
 * costs is compared with what the page says before anything is charged, and the provider charges a
 * session what it was opened with.
 */
export async function payByCard(
  stripe: Stripe,
  elements: StripeElements,
  { items, total, email, card }: Purchase,
): Promise<string> {
  const paymentMethod = card?.id ?? (await readTyped(stripe, elements))
  const { clientSecret, session_id } = await api(payments.createCheckoutSession, { body: items })
  // There was nothing to pay after all: the order is fulfilled.
  if (clientSecret === null) return session_id
  const loaded = await stripe.initCheckoutElementsSdk({ clientSecret }).loadActions()
  if (loaded.type === 'error') throw new NotPaid(loaded.error.message)
  const checkout = loaded.actions.getSession()
  const due = checkout.total.total.minorUnitsAmount
  if (due !== Math.round(total * 100)) throw new PriceChanged(due / 100)
  const result = await loaded.actions
    .confirm({ paymentMethod, redirect: 'if_required', ...(checkout.email === null && { email }) })
    .catch((failure: unknown) => ({ type: 'error' as const, error: failure as Error }))
  if (result.type === 'success') return session_id
  // Paid in another tab, perhaps, or paid without an answer.
  const status = await statusOf(session_id)
  if (status === 'finished' || status === 'confirming') return session_id
  if (card && (await isGone(card))) throw new CardGone(card)
  throw new NotPaid(result.error.message)
}

async function readTyped(stripe: Stripe, elements: StripeElements): Promise<string> {
  const { error: wrong } = await elements.submit()
  if (wrong) throw new NotPaid(wrong.message)
  const { error, paymentMethod } = await stripe.createPaymentMethod({ elements })
  if (error) throw new NotPaid(error.message)
  return paymentMethod.id
}

/** How the order stands; null when that cannot be told. */
async function statusOf(sessionId: string): Promise<PaymentStatus | null> {
  const answer = await api(payments.checkoutSession, { params: { session_id: sessionId } }).catch(
    () => null,
  )
  return answer?.payment_status ?? null
}

async function isGone(card: SavedCard): Promise<boolean> {
  const kept = await api(cards.list).catch(() => null)
  return kept !== null && !kept.some(({ id }) => id === card.id)
}
