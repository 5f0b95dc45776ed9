import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import {
  type CardProvider,
  ProviderDown,
  ProviderRefused,
} from '#server/adapters/payments/payments.ts'
import type { Database } from '#server/kernel/database.ts'
import type { Accepted, Purchase } from '#server/orders/place.ts'
import { assertBuyable, type PricedItem, priceItems } from '#server/orders/priced-items.ts'
import { totalOf } from '#server/orders/pricing.ts'
import { settleOrder } from '#server/orders/settle.ts'
import { itemPlan } from '#server/subscriptions/item-plan.ts'
import { placeUnder } from '#server/taxes/country.ts'
import { settleSession } from './settle-card.ts'

/**
 * A card needs an order before its bank has said yes, and every try would leave one behind, with its
 * codes taken. So a customer has at most one open order by
 * card: the same items at the same prices continue it, and other items replace it. Returns the open
 * order, or undefined when a new one is to be placed; throws what placing it would.
 */
export async function continueCardOrder(
  db: Database,
  card: CardProvider,
  userId: number,
  { items: wanted, admit, accepted }: Pick<Purchase, 'items' | 'admit' | 'accepted'>,
) {
  const open = await findOpen(db, userId)
  if (open.length === 0) return undefined
  const items = await priceItems(db, wanted, userId)
  // What would be refused replaces nothing: the open form may be in use in another tab.
  assertBuyable(items)
  const totalCents = totalOf(items)
  if (totalCents > 0) admit(totalCents)
  const priced = fingerprint(items)
  for (const order of open) {
    const same = order.lasting && fingerprintOf(order.items) === priced
    if (!same) await replace(db, card, order)
    // It may have been paid in another tab since.
    else if (await isOpenStill(db, card, order)) {
      await placeUnder(db, userId, order.order_id)
      if (accepted) await acceptFor(db, order.order_id, accepted)
      return order
    }
  }
}

/** It is shown again, with the legal pages as they are now. */
async function acceptFor(db: Database, orderId: string, { terms, refunds }: Accepted) {
  await db
    .updateTable('orders')
    .set({ terms_edition: terms, refunds_edition: refunds, accepted_at: sql`now()` })
    .where('id', '=', orderId)
    .where('payment_status', '=', 'waiting')
    .where(({ or, eb }) =>
      or([
        eb('terms_edition', 'is distinct from', terms),
        eb('refunds_edition', 'is distinct from', refunds),
      ]),
    )
    .execute()
}

/** Takes back what a customer has open by card. Answers whether there was anything. */
export async function giveUpCardOrders(db: Database, card: CardProvider, userId: number) {
  const open = await findOpen(db, userId)
  for (const order of open) await replace(db, card, order)
  return open.length > 0
}

type OpenOrder = Awaited<ReturnType<typeof findOpen>>[number]

function findOpen(db: Database, userId: number) {
  return db
    .selectFrom('orders')
    .innerJoin('payments', 'payments.order_id', 'orders.id')
    .select(['orders.id as order_id', 'provider_id as session_id', 'client_secret as clientSecret'])
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
    .where('user_id', '=', userId)
    .where('type', '=', 'card')
    .where('payment_status', '=', 'waiting')
    .where('provider', '=', 'stripe')
    .orderBy('orders.created_at', 'desc')
    .limit(5)
    .execute()
}

async function isOpenStill(db: Database, card: CardProvider, order: OpenOrder) {
  await bestEffort(db, order, settleSession(db, card, order.session_id))
  const { payment_status } = await db
    .selectFrom('orders')
    .select('payment_status')
    .where('id', '=', order.order_id)
    .executeTakeFirstOrThrow()
  return payment_status === 'waiting'
}

/** Takes the session back at the provider; one that was paid meanwhile is settled as paid. */
async function replace(db: Database, card: CardProvider, order: OpenOrder) {
  const { session_id: id } = order
  const ended = card.expireSession(id).then(() => settleSession(db, card, id))
  await bestEffort(db, order, ended)
}

/**
 * What the provider cannot be asked now is asked again by the reconciling job. A session that it
 * does not know is over.
 */
async function bestEffort(db: Database, { order_id }: OpenOrder, asking: Promise<void>) {
  try {
    await asking
  } catch (error) {
    if (error instanceof ProviderRefused) await settleOrder(db, order_id, 'window_over')
    else if (!(error instanceof ProviderDown)) throw error
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
