import { sql } from 'kysely'
import type { PaymentStatus } from '#contract/orders.ts'
import { cardRefusals, providerRefusals } from '#contract/payment-refusals.ts'
import type { CardProvider } from '#server/adapters/payments/card-provider.ts'
import { ProviderDown, ProviderRefused } from '#server/adapters/payments/payments.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { PlacedOrder } from '#server/orders/place.ts'
import { lockOrder, settleLocked } from '#server/orders/settle.ts'
import { closed, openOrders, takeBack, unlessDown } from './open-card-orders.ts'
import { keepPayment } from './records.ts'

/**
 * The orders by card that a customer has open. In the transaction that places another, and that has the
 * customer's lock, of two at once only the later one sees the other.
 */
export async function listOpenIds(db: Database | Tx, userId: number): Promise<string[]> {
  const open = await openOrders(db, userId).limit(20).execute()
  return open.map(({ order_id }) => order_id)
}

/**
 * Ends the orders of a customer whose sessions are still being opened, so that the order that is about
 * to be placed can use their codes, and answers those that have a session. In the transaction that
 * places the order, and that has the customer's lock.
 */
export async function endUnopenedNow(tx: Tx, userId: number): Promise<string[]> {
  const former: string[] = []
  for (const id of await listOpenIds(tx, userId))
    if (await endOrFindSession(tx, id)) former.push(id)
  return former
}

/** After this time an order without a session is one whose process has ended. */
const openingTakes = '1 minute'

/**
 * Ends what a process that ended before it had a session has left: nobody can pay it, and until it runs
 * out it would keep the last use of a code from the very customer who pressed.
 */
export async function endUnopened(db: Database, userId: number) {
  const left = await openOrders(db, userId)
    .leftJoin('payments', 'payments.order_id', 'orders.id')
    .where('provider_id', 'is', null)
    .where('orders.created_at', '<=', sql<Date>`now() - ${openingTakes}::interval`)
    .limit(20)
    .execute()
  for (const { order_id } of left) await endOrFindSession(db, order_id)
}

/**
 * Closes what the same customer was about to pay, so that a new order is the only one that can be
 * charged. Throws `paid_meanwhile` when one of them was, `payment_in_progress` when
 * one is being paid, and `provider_unreachable` when that cannot be told.
 */
export async function closeFormer(db: Database, card: CardProvider, orderIds: readonly string[]) {
  for (const id of orderIds) await closed(close(db, card, id))
  await assertNonePaid(db, orderIds)
}

/**
 * Closes what a customer who pays by crypto has open by card. Answers whether there was anything. What the
 * provider cannot be asked of now stays open. Throws `paid_meanwhile` when one of them was.
 */
export async function giveUpCardOrders(db: Database, card: CardProvider, userId: number) {
  const open = await listOpenIds(db, userId)
  for (const id of open) await unlessDown(close(db, card, id))
  await assertNonePaid(db, open)
  return open.length > 0
}

/** Closes those of a customer who is gone. Throws while the provider cannot be asked, to be tried again. */
export async function endCardOrders(db: Database, card: CardProvider, userId: number) {
  for (const id of await listOpenIds(db, userId)) await close(db, card, id)
}

async function close(db: Database, card: CardProvider, orderId: string) {
  const found = await endOrFindSession(db, orderId)
  if (found) await takeBack(db, card, { order_id: orderId, session_id: found.session_id })
}

/** An order whose session is being opened ends here, and `keepSession` hands the session to nobody. */
const endOrFindSession = (db: Database | Tx, orderId: string) =>
  endUnlessOpened(db, orderId, 'window_over')

/**
 * An order whose session could not be opened has failed, unless another press has opened one, which is
 * the answer: it can be paid, or has been.
 */
export async function failUnopened(db: Database, orderId: string): Promise<Opened | null> {
  const found = await endUnlessOpened(db, orderId, 'failed')
  return found ? { order_id: orderId, ...found } : findPaid(db, orderId)
}

function endUnlessOpened(db: Database | Tx, orderId: string, event: 'window_over' | 'failed') {
  return transaction(db, async (tx) => {
    const order = (await lockOrder(tx, orderId))!
    if (order.status !== 'waiting') return null
    const payment = await tx
      .selectFrom('payments')
      .select(['provider_id as session_id', 'client_secret as clientSecret'])
      .where('order_id', '=', orderId)
      .where('provider', '=', 'stripe')
      .executeTakeFirst()
    if (!payment) await settleLocked(tx, order, event)
    return payment ?? null
  })
}

const paidStates: PaymentStatus[] = ['confirming', 'finished', 'disputed']

async function assertNonePaid(db: Database, orderIds: readonly string[]) {
  if (orderIds.length === 0) return
  const paid = await db
    .selectFrom('orders')
    .select('id')
    .where('id', 'in', orderIds)
    .where('payment_status', 'in', paidStates)
    .executeTakeFirst()
  if (paid) throw new Refusal(cardRefusals.paid_meanwhile)
}

/** An order that was paid by the session of another press. */
async function findPaid(db: Database, orderId: string): Promise<Opened | null> {
  const paid = await db
    .selectFrom('orders')
    .innerJoin('payments', 'payments.order_id', 'orders.id')
    .select('provider_id as session_id')
    .where('orders.id', '=', orderId)
    .where('payment_status', 'in', paidStates)
    .where('provider', '=', 'stripe')
    .orderBy('payments.id')
    .executeTakeFirst()
  return paid ? { order_id: orderId, session_id: paid.session_id, clientSecret: null } : null
}

/** As the provider opens it. */
export type Session = { sessionId: string; clientSecret: string }
/** As the checkout takes it. What is paid has no secret any more. */
export type Opened = { order_id: string; session_id: string; clientSecret: string | null }

/**
 * Keeps the session of an order. One that was paid meanwhile, by the session of another press, is answered
 * as paid. Throws `order_replaced` when another press has closed it, and `provider_unreachable` when that
 * one could open none and it has failed.
 */
export async function keepSession(
  db: Database,
  card: CardProvider,
  order: Pick<PlacedOrder, 'id' | 'totalCents' | 'expiresAt'>,
  { sessionId, clientSecret }: Session,
): Promise<Opened> {
  const status = await transaction(db, async (tx) => {
    const { status } = (await lockOrder(tx, order.id))!
    await keepPayment(tx, {
      order_id: order.id,
      provider: 'stripe',
      provider_id: sessionId,
      status: 'waiting',
      amount_cents: order.totalCents,
      client_secret: clientSecret,
      expires_at: order.expiresAt,
    })
    return status
  })
  if (status === 'waiting') return { order_id: order.id, session_id: sessionId, clientSecret }
  // Nobody can pay it without its secret; that it is over is only tidier.
  await card.expireSession(sessionId).catch((error) => {
    if (!(error instanceof ProviderDown || error instanceof ProviderRefused)) throw error
  })
  const paid = await findPaid(db, order.id)
  if (paid) return paid
  throw new Refusal(
    status === 'failed' ? providerRefusals.provider_unreachable : cardRefusals.order_replaced,
  )
}
