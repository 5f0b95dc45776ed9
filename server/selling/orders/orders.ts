import { sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { mostOrders, orderRefusals } from '#contract/selling/orders.ts'
import { itemPlan } from '#server/access/subscriptions/item-plan.ts'
import { goesOn } from '#server/access/subscriptions/renewal-states.ts'
import { renewalsOfOrder } from '#server/access/subscriptions/renewals-of-order.ts'
import { termOf } from '#server/catalogue/products/plans.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { type Page, pageOf } from '#server/kernel/lists/page.ts'
import { isPlaced } from './abandoned.ts'
import { seenOfFailed } from './failed-payment.ts'
import { openReview } from './order-review.ts'
import { ranOut } from './ran-out.ts'
import { canCancel } from './rate-held.ts'
import { refundObstacleOf } from './refundable.ts'
import { missingOf } from './short-payment.ts'
import { unofferedSurplus } from './unoffered-surplus.ts'

function selectOrders(db: Database, userId: number) {
  return db
    .selectFrom('orders')
    .select(['id', 'created_at', 'payment_status', 'type', 'total_cents'])
    .select('renews_order_id as renews')
    .select(renewingOf)
    .select(disputeOf)
    .select(['refunded_cents', 'terms_version', 'refunds_version', 'accepted_at'])
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('order_items')
          .select(['product_id', 'product_name', 'list_cents', 'price_cents', 'sale_cents'])
          .select('refund_cents')
          .select([
            'discount_code',
            'discount_cents',
            'renew',
            'replace_renewal',
            itemPlan.as('plan'),
          ])
          .whereRef('order_id', '=', 'orders.id')
          .orderBy('order_items.id'),
      ).as('items'),
      jsonArrayFrom(
        eb
          .selectFrom('refunds')
          .select(['refunds.id', 'refunds.created_at', 'refunds.amount_cents', 'status'])
          .select(sql<boolean>`dispute_id is not null`.as('by_bank'))
          .whereRef('order_id', '=', 'orders.id')
          // A refund that the provider never accepted does not concern the customer.
          .where('taken_at', 'is not', null)
          .orderBy('refunds.created_at')
          .limit(sql.lit(100)),
      ).as('refunds'),
      jsonObjectFrom(
        eb
          .selectFrom('payments')
          .select(['payments.id', 'pay_amount', 'pay_currency'])
          .whereRef('order_id', '=', 'orders.id')
          .where('parent_id', 'is', null)
          .orderBy('payments.id', 'desc')
          .limit(sql.lit(1)),
      ).as('payment'),
      sql<{ amount: number; pay_amount: number | null; arrived: number } | null>`(
        select json_build_object('amount', missing_cents, 'pay_amount', missing_coins, 'arrived', arrived_coins)
          from ${missingOf(sql`orders.id`)} as missing
         where payment_status in ('partially_paid', 'expired')
           and (payment_status = 'partially_paid' or arrived_coins > 0))`.as('missing'),
      jsonArrayFrom(
        eb
          .selectFrom('payments')
          .select(['actually_paid as coins', 'pay_currency as currency'])
          .whereRef('order_id', '=', 'orders.id')
          .where('review', 'is not', null)
          .orderBy('payments.id')
          .limit(sql.lit(20)),
      ).as('unexpected'),
      openReview.as('review'),
      sql<boolean>`repriced_at is not null`.as('repriced'),
      canCancel.as('can_cancel'),
      seenOfFailed.as('seen'),
      unofferedSurplus.as('surplus'),
      jsonObjectFrom(
        eb
          .selectFrom('payouts')
          .select([
            'status',
            'kind',
            'payouts.amount_cents',
            'coins',
            'currency',
            'payouts.expires_at',
            ranOut.as('ran_out'),
          ])
          .whereRef('order_id', '=', 'orders.id')
          .where(
            sql<boolean>`(status <> 'withdrawn' or ${ranOut} and case kind
              when 'short' then payment_status in ('partially_paid', 'expired', 'failed')
              else payment_status = 'finished' end)`,
          )
          .orderBy('payouts.created_at', 'desc')
          .limit(sql.lit(1)),
      ).as('payout'),
      jsonObjectFrom(
        eb
          .selectFrom('documents')
          .select([sql<string>`name`.as('number'), sql<'receipt' | 'invoice'>`kind`.as('kind')])
          .whereRef('order_id', '=', 'orders.id')
          .where('corrects_id', 'is', null)
          .limit(sql.lit(1)),
      ).as('document'),
    ])
    .where('user_id', '=', userId)
}

function renewingOf() {
  const renewing = sql`${renewalsOfOrder(sql`orders.id`)} as renewing`
  return [
    sql<number[]>`(
      select coalesce(json_agg(id order by id), '[]') from ${renewing} where ${goesOn('renewing')})`.as(
      'running',
    ),
    sql<boolean>`exists (
      select from order_items join renewals on renewals.product_id = order_items.product_id
       where order_items.order_id = orders.id and renewals.user_id = orders.user_id
         and ${goesOn('renewals')})`.as('renewed'),
    sql<{ product: string; at: string; cents: number }[]>`(
      select coalesce(json_agg(json_build_object(
               'product', products.name, 'at', due_at, 'cents', renewal_price(renewing.id)
             ) order by due_at, products.id), '[]')
        from ${renewing} join products on products.id = renewing.product_id
       where state = 'on' and not exists (
         select from orders later join order_items on order_items.order_id = later.id
          where later.renews_order_id = renewing.order_id and later.created_at > orders.created_at
            and later.payment_status = 'finished'
            and order_items.product_id = renewing.product_id))`.as('renewals'),
  ]
}

/** The dispute of an order. Frozen time counts as kept. */
function disputeOf() {
  return [
    'dispute_effect' as const,
    sql<boolean>`dispute_lost_at is not null`.as('dispute_lost'),
    sql<number | null>`(
      select sum(amount_cents)::int from disputes
       where order_id = orders.id and state in ('needs_response', 'under_review', 'lost')
         -- A part that was lost is a refund.
         and not exists (select from refunds where dispute_id = disputes.id))`.as('disputed_cents'),
    sql<number>`(
      select coalesce(-sum(seconds), 0)::bigint
        from order_items join time_entries on order_item_id = order_items.id
       where order_id = orders.id and payment_status = 'disputed'
         and cause in ('freeze', 'unfreeze'))`.as('frozen'),
  ]
}

type Row = Awaited<ReturnType<ReturnType<typeof selectOrders>['executeTakeFirstOrThrow']>>

function present({
  total_cents,
  refunded_cents,
  refunds,
  running,
  renewed,
  renewals,
  items,
  payment,
  payout,
  terms_version,
  refunds_version,
  accepted_at,
  dispute_effect,
  dispute_lost,
  disputed_cents,
  frozen,
  missing,
  surplus,
  ...order
}: Row) {
  return {
    ...order,
    accepted: accepted_at && {
      terms: terms_version!,
      refunds: refunds_version!,
      at: accepted_at,
    },
    dispute:
      order.payment_status === 'disputed' && dispute_effect
        ? {
            effect: dispute_effect,
            kept: dispute_lost ? 0 : frozen,
            lost: dispute_lost,
            // Orders disputed before the shop stored disputes have no amount of their own.
            amount: disputed_cents ?? total_cents,
          }
        : null,
    can_request_refund: refundObstacleOf(order, moneyLeftOf(items), true) === null,
    total_price: total_cents,
    refunded: refunded_cents,
    refunds: refunds.map(({ amount_cents, created_at, ...refund }) => ({
      ...refund,
      created_at: new Date(created_at),
      amount: amount_cents,
    })),
    payment_id: payment?.id ?? null,
    pay_amount: payment?.pay_amount ?? null,
    pay_currency: payment?.pay_currency ?? null,
    missing: goesBack(payout) ? null : missing,
    payout: payout && presentPayout(payout),
    surplus: surplus && {
      amount: surplus.cents,
      coins: surplus.coins,
      currency: surplus.currency,
    },
    running,
    autorenew: running.length > 0,
    renews_otherwise: renewed && running.length === 0,
    renewals: renewals.map(({ product, at, cents }) => ({
      product,
      at: new Date(at),
      price: cents,
    })),
    items: items.map((item) => ({
      id: item.product_id,
      name: item.product_name,
      ...termOf(item.plan),
      price: item.price_cents!,
      sale: item.sale_cents,
      discount: item.discount_code
        ? { code: item.discount_code, amount: item.discount_cents - item.sale_cents }
        : null,
      renew: item.renew,
      replace_renewal: item.replace_renewal,
    })),
  }
}

const moneyLeftOf = (items: Row['items']) =>
  items.reduce((sum, { price_cents, refund_cents }) => sum + price_cents! - refund_cents, 0)

/** Coins that are being paid back do not count, so the customer is not asked for the rest. */
const goesBack = (payout: Row['payout']) =>
  payout?.kind === 'short' && ['approved', 'sent', 'done'].includes(payout.status)

function presentPayout({ amount_cents, expires_at, ...payout }: NonNullable<Row['payout']>) {
  return { ...payout, amount: amount_cents, expires_at: new Date(expires_at) }
}

/** Returns a customer's newest orders, newest first, without abandoned card forms. */
export async function listOrders(db: Database, userId: number, limit = mostOrders) {
  const rows = await newestFirst(db, userId).limit(limit).execute()
  return rows.map(present)
}

export async function listStaffOrders(db: Database, userId: number, page: Page) {
  const { rows, total } = await pageOf(newestFirst(db, userId), page)
  return { orders: rows.map(present), total }
}

function newestFirst(db: Database, userId: number) {
  return selectOrders(db, userId).where(isPlaced).orderBy('created_at', 'desc').orderBy('id')
}

/** Throws `unknown_order`, also for orders of other customers. */
export async function getOrder(db: Database, userId: number, id: string) {
  const row = await selectOrders(db, userId).where('id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal(orderRefusals.unknown_order)
  return present(row)
}
