import { formatMoney } from '#contract/currency.ts'
import { cardRefusals, providerRefusals } from '#contract/payment-refusals.ts'
import { labelOf } from '#contract/terms.ts'
import type { CardProvider } from '#server/adapters/payments/card-provider.ts'
import { type Database, transaction } from '#server/kernel/database.ts'
import { isRefusal, Refusal } from '#server/kernel/errors.ts'
import { waitForLock } from '#server/kernel/named-lock.ts'
import { type PlacedOrder, type Purchase, placeOrder } from '#server/orders/place.ts'
import type { PricedItem, WantedItem } from '#server/orders/priced-items.ts'
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
  /** Also what was bought a moment ago is bought once more. */
  again?: boolean | undefined
}

/**
 * Continues the card order that the customer has open for the same items and codes. Else places an
 * order and, once that is committed, opens the provider's session for it. An order that the
 * provider cannot take is failed and gives its codes back. One of total zero needs no provider: it
 * is finished, and the return page knows it by its own id.
 *
 * Whoever presses twice, in two tabs or at once, pays once: the second press has the order of the
 * first, open or paid. Of presses for different items at once, only the last can be paid.
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

/** How long a press waits for another's session before it asks for it too, and then, in milliseconds. */
const [soon, atLast] = [1000, 20_000]

/**
 * The session that another press opens. One whose process has ended opens none: it is asked for
 * again then, by the order's own key, which makes no second one. While the first press still waits
 * for the provider, the provider refuses ours, and the first one's is waited for.
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

/**
 * An order that cannot be paid gives its codes back. One for which another press has opened a session
 * meanwhile can be paid, or has been: it is handed out here, too.
 */
async function openOrFail(db: Database, orderId: string, open: () => Promise<Opened>) {
  try {
    return await open()
  } catch (error) {
    const opened = await failUnopened(db, orderId)
    if (!opened || !isRefusal(error, providerRefusals.provider_unreachable)) throw error
    return opened
  }
}

/** A press that waited for the provider may find its order paid, by the session of another press. */
const openOrPaid = (opened: Opened, items: readonly PricedItem[]) =>
  opened.clientSecret === null ? paidBefore(opened) : toPay(opened, items)

/** What costs nothing needs no secret. */
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
