import { cardRefusals } from '#contract/selling/payment-refusals.ts'
import { formatMoney } from '#contract/wire/currency.ts'
import type { CardProvider } from '#server/adapters/payments/card-provider.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { waitForLock } from '#server/kernel/database/named-lock.ts'
import { Refusal, violatedConstraint } from '#server/kernel/http/errors.ts'
import { type PlacedOrder, type Purchase, placeOrder } from '#server/selling/orders/place.ts'
import {
  assertBuyable,
  type PricedItem,
  priceItems,
  type WantedItem,
} from '#server/selling/orders/priced-items.ts'
import { totalOf } from '#server/selling/orders/pricing.ts'
import { type Opened, openOrFail, openSession } from './card-session.ts'
import {
  assertNotPaid,
  continueSession,
  endOrRefuse,
  findStandingOrders,
  isFor,
  type OpenOrder,
  tryToEnd,
} from './open-card-order.ts'
import { offered } from './providers.ts'
import { agreedRenewals } from './quote.ts'

type Buyer = { id: number }

type Press = Pick<Purchase, 'accepted' | 'address'> & {
  /** Buys the items again even if the same items were bought a moment ago. */
  again?: boolean | undefined
}

/**
 * Continues the customer's open card order for the same items and codes, or ends it and places
 * another one. A customer who submits twice pays once. Of concurrent requests for different items,
 * only the last can be paid. If no session can be opened, the order fails and releases its codes.
 */
export async function startCardPayment(
  db: Database,
  card: CardProvider | null,
  siteUrl: string,
  buyer: Buyer,
  items: readonly WantedItem[],
  { accepted, address, again = false }: Press = {},
) {
  const admit = (totalCents: number) => checkMinimum(offered(card), totalCents)
  const purchase = { userId: buyer.id, type: 'card', items, admit, accepted, address } as const
  let handled: string | undefined
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const found = await placeUnlessStanding(db, purchase, {
      again,
      ignored: handled,
      isOffered: card !== null,
    })
    if (!found) continue
    if (found.paid) return paidBefore(found.paid)
    if (found.order) {
      const { order } = found
      if (order.status === 'finished')
        return toPay({ clientSecret: null, order_id: order.id, session_id: order.id }, order.items)
      const opening = openSession(db, offered(card), siteUrl, buyer.id, order)
      return openOrPaid(await openOrFail(db, order.id, opening), order.items)
    }
    const { open } = found
    const priced = await priceAdmitted(db, purchase)
    if (isFor(open, priced)) {
      const opened = await continueOrder(db, offered(card), siteUrl, open, priced, purchase)
      if (opened) return openOrPaid(opened, priced)
    } else {
      // The last attempt must not end the open order, because no other would be placed.
      if (attempt === maxAttempts) break
      await endOpenOrder(db, offered(card), open, totalOf(priced))
      // Now the open order is from a concurrent request. If it is paid, nothing else is charged.
      if (attempt > 1) await assertNotPaid(db, open.id)
    }
    handled = open.id
  }
  throw new Refusal(cardRefusals.order_replaced)
}

/** Each order of a concurrent request takes two attempts: one that it blocks, and one to end it. */
const maxAttempts = 12

type CardPurchase = Purchase & { type: 'card' }

type Standing = {
  again: boolean
  /** An open order that an earlier attempt handled. It may stay open alongside a free order. */
  ignored: string | undefined
  isOffered: boolean
}

/**
 * Places the order, or returns the one that was just paid, or the open one. Returns undefined if a
 * concurrent request has placed one.
 */
async function placeUnlessStanding(
  db: Database,
  purchase: CardPurchase,
  { again, ignored, isOffered }: Standing,
): Promise<Found | undefined> {
  const { userId, items } = purchase
  try {
    return await transaction(db, async (tx) => {
      const { open, paid } = await findStandingOrders(tx, userId, items)
      if (paid && !again) return { paid }
      if (open && isOffered && open.id !== ignored) return { open }
      const admitFree = () => assertNotJustPlaced(tx, purchase, again)
      return { order: await placeOrder(tx, { ...purchase, admitFree }) }
    })
  } catch (error) {
    if (error instanceof JustPlaced) return { paid: error.paid }
    if (violatedConstraint(error) !== 'orders_open_card') throw error
  }
}

type Paid = { order_id: string; session_id: string }

class JustPlaced extends Error {
  paid: Paid
  constructor(paid: Paid) {
    super()
    this.paid = paid
  }
}

/** The index of open orders does not cover free ones. The lock serialises those of a customer. */
async function assertNotJustPlaced(tx: Tx, { userId, items }: CardPurchase, again: boolean) {
  await waitForLock(tx, `free order of ${userId}`)
  const { paid } = await findStandingOrders(tx, userId, items)
  if (paid && !again) throw new JustPlaced(paid)
}

type Found =
  | { paid: Paid; open?: never; order?: never }
  | { open: OpenOrder; paid?: never; order?: never }
  | { order: PlacedOrder; paid?: never; open?: never }

/** An order that would be refused must not end the open one, which may be in use in another tab. */
async function priceAdmitted(db: Database, { items, userId, admit }: CardPurchase) {
  const priced = await priceItems(db, items, userId)
  assertBuyable(priced)
  const totalCents = totalOf(priced)
  if (totalCents > 0) admit(totalCents)
  return priced
}

/** Creates the session if there is none yet: a request is creating it, or was killed. */
function continueOrder(
  db: Database,
  card: CardProvider,
  siteUrl: string,
  open: OpenOrder,
  items: PricedItem[],
  { userId, accepted }: CardPurchase,
): Promise<Opened | null> {
  const { sessionId } = open
  if (sessionId !== null) return continueSession(db, card, userId, { ...open, sessionId }, accepted)
  return openSession(db, card, siteUrl, userId, { ...open, items })
}

/** A free order needs no provider, so it does not wait for one. */
const endOpenOrder = (db: Database, card: CardProvider, { id }: OpenOrder, totalCents: number) =>
  totalCents > 0 ? endOrRefuse(db, card, id) : tryToEnd(db, card, id)

/** A concurrent request may have paid the order through its own session. */
const openOrPaid = (opened: Opened, items: readonly PricedItem[]) =>
  opened.clientSecret === null ? paidBefore(opened) : toPay(opened, items)

const toPay = ({ clientSecret, order_id, session_id }: Opened, items: readonly PricedItem[]) => ({
  ...{ clientSecret, order_id, session_id },
  paid_before: false,
  renewals: agreedRenewals(items),
})

const paidBefore = (order: { order_id: string; session_id: string }) => ({
  ...order,
  clientSecret: null,
  paid_before: true,
  renewals: [],
})

function checkMinimum({ minimumCents }: CardProvider, totalCents: number) {
  if (totalCents >= minimumCents) return
  throw new Refusal(cardRefusals.below_card_minimum, {
    values: { minimum: formatMoney(minimumCents) },
  })
}
