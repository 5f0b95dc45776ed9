import { cardRefusals, providerRefusals } from '#contract/selling/payment-refusals.ts'
import { formatMoney } from '#contract/wire/currency.ts'
import { labelOf } from '#contract/wire/terms.ts'
import type { CardProvider } from '#server/adapters/payments/card-provider.ts'
import { type Database, transaction } from '#server/kernel/database/database.ts'
import { waitForLock } from '#server/kernel/database/named-lock.ts'
import { isRefusal, Refusal } from '#server/kernel/http/errors.ts'
import { type PlacedOrder, type Purchase, placeOrder } from '#server/selling/orders/place.ts'
import type { PricedItem, WantedItem } from '#server/selling/orders/priced-items.ts'
import { asCustomer } from './customer.ts'
import {
  closeFormer,
  endUnopened,
  endUnopenedNow,
  failUnopened,
  keepSession,
  type Opened,
  type Session,
} from './former-orders.ts'
import { findJustPaid } from './just-paid.ts'
import { continueCardOrder, findPlacedMeanwhile, waitForSession } from './open-card-orders.ts'
import { offered, reached } from './providers.ts'
import { agreedRenewals } from './quote.ts'

type Buyer = { id: number }

type Press = Pick<Purchase, 'accepted' | 'address'> & {
  /** Buys the items again even if the same items were bought a moment ago. */
  again?: boolean | undefined
}

/**
 * Continues the customer's open card order for the same items and codes, or places one and opens
 * its session after the commit. A customer who submits twice pays once. Of concurrent requests for
 * different items, only the last can be paid. A total of zero needs no provider. If no session can
 * be opened, the order fails and releases its codes.
 */
export async function startCardPayment(
  db: Database,
  card: CardProvider | null,
  siteUrl: string,
  buyer: Buyer,
  items: readonly WantedItem[],
  { accepted, address, again = false }: Press = {},
) {
  const paid = !again && (await findJustPaid(db, buyer.id, items))
  if (paid) return paidBefore(paid)
  const admit = (totalCents: number) => checkMinimum(offered(card), totalCents)
  const open = card && (await continueCardOrder(db, card, buyer.id, { items, admit, accepted }))
  if (open) return toPay(open, open.priced)
  await endUnopened(db, buyer.id)
  const press = await transaction(db, async (tx) => {
    await waitForLock(tx, `card order of ${buyer.id}`)
    const done = !again && (await findJustPaid(tx, buyer.id, items))
    if (done) return { done }
    const shared = await findPlacedMeanwhile(tx, buyer.id, items)
    if (shared) return { shared }
    const former = await endUnopenedNow(tx, buyer.id)
    const purchase = { userId: buyer.id, type: 'card', items, admit, accepted, address } as const
    return { order: await placeOrder(tx, purchase), former }
  })
  if (press.done) return paidBefore(press.done)
  const { order, former } = press.shared ?? press
  const ask = async () => {
    await closeFormer(db, offered(card), former)
    return openSession(db, offered(card), siteUrl, buyer, order)
  }
  const keep = (session: Session) => keepSession(db, offered(card), order, session)
  if (press.shared) {
    const session = await shareSession(db, order.id, async () => keep(await ask()))
    return openOrPaid(session, order.items)
  }
  if (press.order.status === 'finished')
    return toPay({ clientSecret: null, order_id: order.id, session_id: order.id }, order.items)
  const opened = await openOrFail(db, order.id, async () => keep(await ask()))
  return openOrPaid(opened, order.items)
}

/** In milliseconds: how long a request waits before it also calls the provider, and after that. */
const [soon, atLast] = [1000, 20_000]

/**
 * If the other request's process has ended, calls the provider with the order's idempotency key,
 * which creates no second session. While that request waits, the provider refuses ours.
 */
async function shareSession(db: Database, orderId: string, open: () => Promise<Opened>) {
  const session = await waitForSession(db, orderId, soon)
  if (session) return session
  try {
    return await open()
  } catch (error) {
    const unreached = isRefusal(error, providerRefusals.provider_unreachable)
    const late = unreached && (await waitForSession(db, orderId, atLast))
    if (!late) throw error
    return late
  }
}

/** Otherwise the order fails and releases its codes, unless another request opened a session. */
async function openOrFail(db: Database, orderId: string, open: () => Promise<Opened>) {
  try {
    return await open()
  } catch (error) {
    const opened = await failUnopened(db, orderId)
    if (!opened || !isRefusal(error, providerRefusals.provider_unreachable)) throw error
    return opened
  }
}

/** Another request's session may have paid the order in the meantime. */
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

function openSession(
  db: Database,
  card: CardProvider,
  siteUrl: string,
  buyer: Buyer,
  order: Pick<PlacedOrder, 'id' | 'items' | 'expiresAt'>,
): Promise<Session> {
  const keepsCard = order.items.some(({ renew }) => renew)
  const session = asCustomer(db, card, buyer.id, (id) =>
    card.createSession({
      orderId: order.id,
      customer: { id, keepsCard },
      items: order.items.map(({ name, plan, priceCents }) => ({
        name: `${name}, ${labelOf(plan).toLowerCase()}`,
        priceCents,
      })),
      returnUrl: `${siteUrl}/checkout/success?session_id={CHECKOUT_SESSION_ID}`,
      expiresAt: order.expiresAt,
    }),
  )
  return reached(session)
}
