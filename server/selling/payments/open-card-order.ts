import { type RawBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { cardRefusals } from '#contract/selling/payment-refusals.ts'
import { itemPlan } from '#server/access/subscriptions/item-plan.ts'
import type { CardProvider } from '#server/adapters/payments/card-provider.ts'
import {
  ProviderDown,
  ProviderRefused,
  UnknownToProvider,
} from '#server/adapters/payments/payments.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { placeUnder } from '#server/platform/taxes/country.ts'
import { isOpenByCard } from '#server/platform/taxes/open-by-card.ts'
import type { Accepted } from '#server/selling/orders/place.ts'
import type { PricedItem, WantedItem } from '#server/selling/orders/priced-items.ts'
import { settleOrder } from '#server/selling/orders/settle.ts'
import { endUnopened, findPaid } from './card-session.ts'
import { reached } from './providers.ts'
import { settleSession } from './settle-card.ts'

export type OpenOrder = Awaited<ReturnType<typeof listStandingOrders>>[number]

/**
 * Whether a request can continue the order: there is time left to pay, and its session exists or is
 * probably still being created. After a minute without a session, the order is replaced: a product
 * may have been renamed, which would change the session.
 */
const canContinue = sql<boolean>`orders.expires_at > now() + interval '15 minutes'
  and (provider_id is not null or orders.created_at > now() - interval '1 minute')`.as(
  'canContinue',
)

/** Over `orders` and `payments`. A charge for a renewal has no session. */
const justPaid = sql<boolean>`(payment_status in ('finished', 'confirming')
  and (orders.type = 'free'
    or orders.type = 'card' and provider = 'stripe' and client_secret is not null)
  and coalesce(paid_at, orders.updated_at) > now() - interval '10 minutes')`

/**
 * Also finds the order with the same items and terms that was just paid, because a repeated request
 * is likelier than a second purchase. Locks nothing.
 */
export async function findStandingOrders(
  db: Database,
  userId: number,
  wanted: readonly Pick<WantedItem, 'id' | 'plan'>[],
) {
  const orders = await listStandingOrders(db, userId, sql`(${isOpenByCard} or ${justPaid})`)
  const names = namesOf(wanted)
  const paid = orders.find(
    ({ open, items }) =>
      !open && namesOf(items.map(({ product_id: id, plan }) => ({ id, plan }))) === names,
  )
  return {
    open: orders.find(({ open }) => open),
    // A free order has no session. The return page identifies it by the order id.
    paid: paid && { order_id: paid.id, session_id: paid.sessionId ?? paid.id },
  }
}

const namesOf = (items: readonly Pick<WantedItem, 'id' | 'plan'>[]) =>
  items
    .map(({ id, plan }) => `${id} ${plan}`)
    .sort()
    .join()

async function findOpenOrder(db: Database, userId: number) {
  const [open] = await listStandingOrders(db, userId, isOpenByCard)
  return open
}

/**
 * The open order first, then the newest. Its session is null while a request creates it, and if
 * that request was killed.
 */
function listStandingOrders(db: Database, userId: number, where: RawBuilder<boolean>) {
  return db
    .selectFrom('orders')
    .leftJoin('payments', 'payments.order_id', 'orders.id')
    .select(['orders.id', 'orders.total_cents as totalCents', 'client_secret as clientSecret'])
    .select(['provider_id as sessionId', sql<boolean>`payment_status = 'waiting'`.as('open')])
    .select(sql<Date>`orders.expires_at`.as('expiresAt'))
    .select(canContinue)
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
    .where(where)
    .orderBy(sql`payment_status = 'waiting'`, 'desc')
    .orderBy('orders.created_at', 'desc')
    .limit(sql.lit(20))
    .execute()
}

/** Whether the order is for the same items, codes and prices, and leaves enough time to pay. */
export function isFor(order: OpenOrder, items: PricedItem[]): boolean {
  return order.canContinue && fingerprintOf(order.items) === fingerprint(items)
}

/** Returns null if the order was paid or has expired, which settles it. */
export async function continueSession(
  db: Database,
  card: CardProvider,
  userId: number,
  { id, sessionId, clientSecret }: OpenOrder & { sessionId: string },
  accepted?: Accepted,
) {
  await unlessDown(unlessUnknown(db, id, settleSession(db, card, sessionId)))
  const { payment_status } = await db
    .selectFrom('orders')
    .select('payment_status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (payment_status !== 'waiting') return null
  await placeUnder(db, userId, id)
  if (accepted) await acceptFor(db, id, accepted)
  return { order_id: id, session_id: sessionId, clientSecret }
}

/** Throws `payment_in_progress` while the provider is processing a payment of the session. */
export async function endOrRefuse(db: Database, card: CardProvider, orderId: string) {
  try {
    await endOrder(db, card, orderId)
  } catch (error) {
    if (!(error instanceof ProviderRefused)) return reached(Promise.reject(error))
    throw new Refusal(cardRefusals.payment_in_progress, { cause: error })
  }
}

/** Ends the order, or leaves it open while the provider is unreachable or refuses. */
export const tryToEnd = (db: Database, card: CardProvider, orderId: string) =>
  unlessDown(endOrder(db, card, orderId))

/** Throws `paid_meanwhile`. */
export async function assertNotPaid(db: Database, orderId: string) {
  if (await findPaid(db, orderId)) throw new Refusal(cardRefusals.paid_meanwhile)
}

/**
 * Ends the customer's open card order when they pay in another way, and returns whether there was
 * one. It stays open while the provider is unreachable. Throws `paid_meanwhile`.
 */
export async function giveUpCardOrder(db: Database, card: CardProvider, userId: number) {
  const open = await findOpenOrder(db, userId)
  if (!open) return false
  await tryToEnd(db, card, open.id)
  await assertNotPaid(db, open.id)
  return true
}

/** Throws while the provider cannot be reached, so that the job retries. */
export async function endCardOrder(db: Database, card: CardProvider, userId: number) {
  const open = await findOpenOrder(db, userId)
  if (open) await endOrder(db, card, open.id)
}

/** Expires the session at the provider. If it was paid in the meantime, settles it as paid. */
async function endOrder(db: Database, card: CardProvider, orderId: string): Promise<void> {
  const opened = await endUnopened(db, orderId, 'window_over')
  if (!opened) return
  const { session_id } = opened
  const expiring = card.expireSession(session_id).then(() => settleSession(db, card, session_id))
  await unlessUnknown(db, orderId, expiring)
}

/** Treats a session that the provider does not know as expired. */
async function unlessUnknown(db: Database, orderId: string, asking: Promise<void>) {
  try {
    await asking
  } catch (error) {
    if (!(error instanceof UnknownToProvider)) throw error
    await settleOrder(db, orderId, 'window_over')
  }
}

/** Ignores missing answers and refusals, because the reconciliation job retries these calls. */
async function unlessDown(asking: Promise<void>) {
  try {
    await asking
  } catch (error) {
    if (!(error instanceof ProviderDown || error instanceof ProviderRefused)) throw error
  }
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
