import { sql } from 'kysely'
import type { PaymentStatus } from '#contract/selling/orders.ts'
import { cardRefusals, providerRefusals } from '#contract/selling/payment-refusals.ts'
import { labelOf } from '#contract/wire/terms.ts'
import type { CardProvider } from '#server/adapters/payments/card-provider.ts'
import { ProviderDown, ProviderRefused } from '#server/adapters/payments/payments.ts'
import { type Database, transaction } from '#server/kernel/database/database.ts'
import { isRefusal, Refusal } from '#server/kernel/http/errors.ts'
import type { PlacedOrder } from '#server/selling/orders/place.ts'
import { lockOrder, settleLocked } from '#server/selling/orders/settle.ts'
import { asCustomer } from './customer.ts'
import { reached } from './providers.ts'

/** A session as the checkout uses it. A paid order has no secret. */
export type Opened = { order_id: string; session_id: string; clientSecret: string | null }

type Payable = Pick<PlacedOrder, 'id' | 'totalCents' | 'items' | 'expiresAt'>

/**
 * The order's id is the idempotency key, so concurrent requests share one session. Returns no
 * secret if another request's session has paid the order. Throws `provider_unreachable`, and
 * `order_replaced` if the order was ended in the meantime.
 */
export async function openSession(
  db: Database,
  card: CardProvider,
  siteUrl: string,
  userId: number,
  order: Payable,
): Promise<Opened> {
  const keepsCard = order.items.some(({ renew }) => renew)
  const session = asCustomer(db, card, userId, (id) =>
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
  return keepSession(db, card, order, await reached(session))
}

/**
 * Fails an order whose session could not be opened, which releases its codes. If another request
 * has opened a session in the meantime, returns that session.
 */
export async function openOrFail(db: Database, orderId: string, opening: Promise<Opened>) {
  try {
    return await opening
  } catch (error) {
    const opened = (await endUnopened(db, orderId, 'failed')) ?? (await findPaid(db, orderId))
    if (!opened || !isRefusal(error, providerRefusals.provider_unreachable)) throw error
    return opened
  }
}

/**
 * Ends a waiting order without a session, or returns its session. If a request is still creating
 * the session, `keepSession` then expires it and refuses that request.
 */
export function endUnopened(
  db: Database,
  orderId: string,
  event: 'window_over' | 'failed',
): Promise<Opened | undefined> {
  return transaction(db, async (tx) => {
    const order = (await lockOrder(tx, orderId))!
    if (order.status !== 'waiting') return undefined
    const opened = await tx
      .selectFrom('payments')
      .select(['order_id', 'provider_id as session_id', 'client_secret as clientSecret'])
      .where('order_id', '=', orderId)
      .where('provider', '=', 'stripe')
      .executeTakeFirst()
    if (!opened) await settleLocked(tx, order, event)
    return opened && { ...opened, order_id: orderId }
  })
}

const paidStates: PaymentStatus[] = ['confirming', 'finished', 'disputed']

/** Returns an order that was paid through the session of another request. */
export async function findPaid(db: Database, orderId: string): Promise<Opened | undefined> {
  const paid = await db
    .selectFrom('orders')
    .innerJoin('payments', 'payments.order_id', 'orders.id')
    .select('provider_id as session_id')
    .where('orders.id', '=', orderId)
    .where('payment_status', 'in', paidStates)
    .where('provider', '=', 'stripe')
    .orderBy('payments.id')
    .executeTakeFirst()
  return paid && { order_id: orderId, session_id: paid.session_id, clientSecret: null }
}

async function keepSession(
  db: Database,
  card: CardProvider,
  order: Payable,
  { sessionId, clientSecret }: { sessionId: string; clientSecret: string },
): Promise<Opened> {
  const { rows } = await sql<{ status: PaymentStatus }>`
    with locked as (
      select payment_status from orders where id = ${order.id} for no key update
    ), stored as (
      insert into payments
        (order_id, provider, provider_id, status, amount_cents, client_secret, expires_at)
      select ${order.id}, 'stripe', ${sessionId}, 'waiting', ${order.totalCents}, ${clientSecret},
             ${order.expiresAt}
        from locked
      -- A webhook may have stored it before.
      on conflict (provider, provider_id) do update
        set client_secret = excluded.client_secret, expires_at = excluded.expires_at
    )
    select payment_status as status from locked`.execute(db)
  const { status } = rows[0]!
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
