import { cardRefusals } from '#contract/selling/payment-refusals.ts'
import { formatMoney } from '#contract/wire/currency.ts'
import type { CardProvider } from '#server/adapters/payments/card-provider.ts'
import { type Database, transaction } from '#server/kernel/database/database.ts'
import { waitForLock } from '#server/kernel/database/named-lock.ts'
import { Refusal, violatedConstraint } from '#server/kernel/http/errors.ts'
import { type Purchase, placeOrder } from '#server/selling/orders/place.ts'
import {
  assertBuyable,
  type PricedItem,
  priceItems,
  type WantedItem,
} from '#server/selling/orders/priced-items.ts'
import { totalOf } from '#server/selling/orders/pricing.ts'
import { type Opened, openOrFail, openSession } from './card-session.ts'
import { findJustPaid } from './just-paid.ts'
import {
  assertNotPaid,
  continueSession,
  endOrRefuse,
  findOpenOrder,
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
 * only the last can be paid. A total of zero needs no provider. If no session can be opened, the
 * order fails and releases its codes.
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
  const paid = !again && (await findJustPaid(db, buyer.id, items))
  if (paid) return paidBefore(paid)
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const open = card && (await findOpenOrder(db, buyer.id))
    if (open) {
      const priced = await priceAdmitted(db, purchase)
      if (isFor(open, priced)) {
        const opened = await continueOrder(db, card, siteUrl, open, priced, purchase)
        if (opened) return openOrPaid(opened, priced)
      } else {
        await endOpenOrder(db, card, open, totalOf(priced))
        // On a retry, the open order is from a concurrent request. If it is paid, nothing else is charged.
        if (attempt > 1) await assertNotPaid(db, open.id)
      }
    }
    const placed = await placeUnlessOpen(db, purchase, again)
    if (!placed) continue
    if (placed.paid) return paidBefore(placed.paid)
    const { order } = placed
    if (order.status === 'finished')
      return toPay({ clientSecret: null, order_id: order.id, session_id: order.id }, order.items)
    const opening = openSession(db, offered(card), siteUrl, buyer.id, order)
    return openOrPaid(await openOrFail(db, order.id, opening), order.items)
  }
  throw new Refusal(cardRefusals.order_replaced)
}

/** Each retry ends an order that a concurrent request placed after the previous attempt. */
const maxAttempts = 5

type CardPurchase = Purchase & { type: 'card' }

/**
 * Places the order, or returns the one that was just paid. Returns undefined if another request has
 * placed one. The lock serialises free orders, which the index does not cover.
 */
async function placeUnlessOpen(db: Database, purchase: CardPurchase, again: boolean) {
  try {
    return await transaction(db, async (tx) => {
      await waitForLock(tx, `card order of ${purchase.userId}`)
      const paid = !again && (await findJustPaid(tx, purchase.userId, purchase.items))
      return paid ? { paid } : { order: await placeOrder(tx, purchase) }
    })
  } catch (error) {
    if (violatedConstraint(error) !== 'orders_open_card') throw error
  }
}

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

/**
 * A request that waited for the provider may find its order already paid through the session of
 * another request.
 */
const openOrPaid = (opened: Opened, items: readonly PricedItem[]) =>
  opened.clientSecret === null ? paidBefore(opened) : toPay(opened, items)

/** An order with total zero has no client secret. */
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
