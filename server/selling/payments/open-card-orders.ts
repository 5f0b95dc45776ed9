import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { cardRefusals, providerRefusals } from '#contract/selling/payment-refusals.ts'
import { itemPlan } from '#server/access/subscriptions/item-plan.ts'
import type { CardProvider } from '#server/adapters/payments/card-provider.ts'
import {
  ProviderDown,
  ProviderRefused,
  UnknownToProvider,
} from '#server/adapters/payments/payments.ts'
import type { Database, Tx } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { placeUnder } from '#server/platform/taxes/country.ts'
import { openByCard } from '#server/platform/taxes/open-by-card.ts'
import type { Accepted, Purchase } from '#server/selling/orders/place.ts'
import { assertBuyable, type PricedItem, priceItems } from '#server/selling/orders/priced-items.ts'
import { totalOf } from '#server/selling/orders/pricing.ts'
import { settleOrder } from '#server/selling/orders/settle.ts'
import { reached } from './providers.ts'
import { settleSession } from './settle-card.ts'

/** At most one, because each holds its codes. Undefined for other items or prices. */
export async function continueCardOrder(
  db: Database,
  card: CardProvider,
  userId: number,
  { items: wanted, admit, accepted }: Pick<Purchase, 'items' | 'admit' | 'accepted'>,
) {
  const open = await findOpen(db, userId)
  if (open.length === 0) return undefined
  const items = await priceItems(db, wanted, userId)
  // An order that would be refused must not replace the open one of another tab.
  assertBuyable(items)
  const totalCents = totalOf(items)
  if (totalCents > 0) admit(totalCents)
  const asked = fingerprint(items)
  for (const order of open) {
    const same = order.lasting && fingerprintOf(order.items) === asked
    // A second payable order is not opened while another can still be paid.
    if (!same && totalCents > 0) await closed(takeBack(db, card, order))
    else if (!same) await unlessDown(takeBack(db, card, order))
    // The order may have been paid in another tab since.
    else if (await isOpenStill(db, card, order)) {
      await placeUnder(db, userId, order.order_id)
      if (accepted) await acceptFor(db, order.order_id, accepted)
      return { ...order, priced: items }
    }
  }
}

/** With the same items and prices. Call it in the transaction that holds the customer's lock. */
export async function findPlacedMeanwhile(tx: Tx, userId: number, wanted: Purchase['items']) {
  const placed = await openOrders(tx, userId)
    .select(['total_cents as totalCents', sql<Date>`orders.expires_at`.as('expiresAt')])
    .limit(5)
    .execute()
  if (placed.length === 0) return undefined
  const items = await priceItems(tx, wanted, userId)
  const asked = fingerprint(items)
  const at = placed.findIndex((order) => order.lasting && fingerprintOf(order.items) === asked)
  const same = placed[at]
  if (!same) return undefined
  const { order_id: id, totalCents, expiresAt } = same
  return {
    order: { id, totalCents, expiresAt, items },
    // The orders are sorted newest first.
    former: placed.slice(at + 1).map(({ order_id }) => order_id),
  }
}

/**
 * Returns the session that another request is opening, without its secret if it is paid, or
 * undefined after `within` milliseconds. Throws `provider_unreachable` and `order_replaced`.
 */
export async function waitForSession(db: Database, orderId: string, within: number) {
  const until = performance.now() + within
  while (performance.now() < until) {
    const order = await db
      .selectFrom('orders')
      .leftJoin('payments', 'payments.order_id', 'orders.id')
      .select(['payment_status', 'provider_id as session_id', 'client_secret as clientSecret'])
      .where('orders.id', '=', orderId)
      .executeTakeFirstOrThrow()
    const { payment_status, session_id, clientSecret } = order
    if (payment_status === 'expired') throw new Refusal(cardRefusals.order_replaced)
    // The session of a failed order is returned to nobody, because its codes were released.
    if (payment_status === 'failed') throw new Refusal(providerRefusals.provider_unreachable)
    if (session_id) {
      const open = payment_status === 'waiting'
      return { order_id: orderId, session_id, clientSecret: open ? clientSecret : null }
    }
    await delay(100)
  }
  return undefined
}

/** The checkout shows the order again, with the current versions of the legal pages. */
async function acceptFor(db: Database, orderId: string, { terms, refunds }: Accepted) {
  await db
    .updateTable('orders')
    .set({ terms_version: terms, refunds_version: refunds, accepted_at: sql`now()` })
    .where('id', '=', orderId)
    .where('payment_status', '=', 'waiting')
    .where(({ or, eb }) =>
      or([
        eb('terms_version', 'is distinct from', terms),
        eb('refunds_version', 'is distinct from', refunds),
      ]),
    )
    .execute()
}

type OpenOrder = Awaited<ReturnType<typeof findOpen>>[number]

function findOpen(db: Database, userId: number) {
  return openOrders(db, userId)
    .innerJoin('payments', 'payments.order_id', 'orders.id')
    .select(['provider_id as session_id', 'client_secret as clientSecret'])
    .where('provider', '=', 'stripe')
    .limit(5)
    .execute()
}

/** Newest first. */
export function openOrders(db: Database, userId: number) {
  return openByCard(db, userId)
    .select('orders.id as order_id')
    .select(sql<boolean>`orders.expires_at > now() + interval '15 minutes'`.as('lasting'))
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('order_items')
          .select([
            'product_id',
            'list_cents',
            'discount_cents',
            'discount_code',
            'code_renewals',
            'renew',
            'replace_renewal',
            itemPlan.as('plan'),
          ])
          .whereRef('order_items.order_id', '=', 'orders.id'),
      ).as('items'),
    )
    .orderBy('orders.created_at', 'desc')
}

async function isOpenStill(db: Database, card: CardProvider, order: OpenOrder) {
  await unlessDown(unlessUnknown(db, order, settleSession(db, card, order.session_id)))
  const { payment_status } = await db
    .selectFrom('orders')
    .select('payment_status')
    .where('id', '=', order.order_id)
    .executeTakeFirstOrThrow()
  return payment_status === 'waiting'
}

type WithSession = Pick<OpenOrder, 'order_id' | 'session_id'>

/** Expires the session at the provider. If it was paid in the meantime, settles it as paid. */
export function takeBack(db: Database, card: CardProvider, order: WithSession): Promise<void> {
  const { session_id: id } = order
  return unlessUnknown(
    db,
    order,
    card.expireSession(id).then(() => settleSession(db, card, id)),
  )
}

/** Providers refuse to close a session while its payment is being processed. */
export async function closed(closing: Promise<void>) {
  try {
    await closing
  } catch (error) {
    if (!(error instanceof ProviderRefused)) return reached(Promise.reject(error))
    throw new Refusal(cardRefusals.payment_in_progress, { cause: error })
  }
}

/** Treats a session that the provider does not know as expired. */
async function unlessUnknown(db: Database, { order_id }: WithSession, asking: Promise<void>) {
  try {
    await asking
  } catch (error) {
    if (!(error instanceof UnknownToProvider)) throw error
    await settleOrder(db, order_id, 'window_over')
  }
}

/** The reconciliation job retries calls that fail or are refused. */
export async function unlessDown(asking: Promise<void>) {
  try {
    await asking
  } catch (error) {
    if (!(error instanceof ProviderDown || error instanceof ProviderRefused)) throw error
  }
}

function fingerprint(items: PricedItem[]) {
  return fingerprintOf(
    items.map((item) => ({
      product_id: item.productId,
      plan: item.plan,
      list_cents: item.listCents,
      discount_cents: item.discountCents,
      discount_code: item.discount?.code ?? null,
      code_renewals: item.discount?.renewals ?? 0,
      renew: item.renew,
      replace_renewal: item.renew && item.replaceRenewal,
    })),
  )
}

function fingerprintOf(items: OpenOrder['items']) {
  return items
    .map((item) =>
      [
        ...[item.product_id, item.plan, item.list_cents, item.discount_cents, item.discount_code],
        ...[item.code_renewals, item.renew, item.replace_renewal],
      ].join(),
    )
    .sort()
    .join(';')
}
