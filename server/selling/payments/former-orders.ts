import { sql } from 'kysely'
import type { PaymentStatus } from '#contract/selling/orders.ts'
import { cardRefusals, providerRefusals } from '#contract/selling/payment-refusals.ts'
import type { CardProvider } from '#server/adapters/payments/card-provider.ts'
import { ProviderDown, ProviderRefused } from '#server/adapters/payments/payments.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import type { PlacedOrder } from '#server/selling/orders/place.ts'
import { lockOrder, settleLocked } from '#server/selling/orders/settle.ts'
import { closed, openOrders, takeBack, unlessDown } from './open-card-orders.ts'
import { keepPayment } from './records.ts'

/** Call it under the customer's lock, in the transaction that places another order. */
export async function listOpenIds(db: Database | Tx, userId: number): Promise<string[]> {
  const open = await openOrders(db, userId).limit(20).execute()
  return open.map(({ order_id }) => order_id)
}

/** Returns the others. Call it under the customer's lock, in the new order's transaction. */
export async function endUnopenedNow(tx: Tx, userId: number): Promise<string[]> {
  const former: string[] = []
  for (const id of await listOpenIds(tx, userId))
    if (await endOrFindSession(tx, id)) former.push(id)
  return former
}

/** After this time, the process of an order without a session has ended. */
const openingTakes = '1 minute'

/**
 * Expires the order of a process that ended before it had a session. Nobody can pay that order, and
 * until it expires it would hold the last use of a code that the same customer wants to use.
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
 * Closes the customer's open card orders, so that only the new one can be charged. Throws
 * `paid_meanwhile`, `payment_in_progress`, or `provider_unreachable` if the provider cannot say.
 */
export async function closeFormer(db: Database, card: CardProvider, orderIds: readonly string[]) {
  for (const id of orderIds) await closed(close(db, card, id))
  await assertNonePaid(db, orderIds)
}

/**
 * Closes the customer's open card orders when they pay by crypto, and returns whether there were
 * any. They stay open while the provider is unreachable. Throws `paid_meanwhile`.
 */
export async function giveUpCardOrders(db: Database, card: CardProvider, userId: number) {
  const open = await listOpenIds(db, userId)
  for (const id of open) await unlessDown(close(db, card, id))
  await assertNonePaid(db, open)
  return open.length > 0
}

/** Throws while the provider cannot be reached, so that the job retries. */
export async function endCardOrders(db: Database, card: CardProvider, userId: number) {
  for (const id of await listOpenIds(db, userId)) await close(db, card, id)
}

async function close(db: Database, card: CardProvider, orderId: string) {
  const found = await endOrFindSession(db, orderId)
  if (found) await takeBack(db, card, { order_id: orderId, session_id: found.session_id })
}

/** `keepSession` then returns the session to nobody. */
const endOrFindSession = (db: Database | Tx, orderId: string) =>
  endUnlessOpened(db, orderId, 'window_over')

/** If another request has opened a session, returns it: the order can be paid or is paid. */
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

/** Returns an order that was paid through the session of another request. */
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

export type Session = { sessionId: string; clientSecret: string }
/** A session as the checkout uses it. A paid order has no secret. */
export type Opened = { order_id: string; session_id: string; clientSecret: string | null }

/**
 * Stores the session of an order, or returns it as paid if another request's session has paid it.
 * Throws `order_replaced`, and `provider_unreachable` if the order has failed since.
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
  // Nobody can pay the session without its secret. Expiring it is only cleanup.
  await card.expireSession(sessionId).catch((error) => {
    if (!(error instanceof ProviderDown || error instanceof ProviderRefused)) throw error
  })
  const paid = await findPaid(db, order.id)
  if (paid) return paid
  throw new Refusal(
    status === 'failed' ? providerRefusals.provider_unreachable : cardRefusals.order_replaced,
  )
}
