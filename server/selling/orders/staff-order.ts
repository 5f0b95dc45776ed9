import { sql } from 'kysely'
import type { OrderTax } from '#contract/platform/taxes.ts'
import { type Order, orderRefusals } from '#contract/selling/orders.ts'
import { accessEnd } from '#server/access/subscriptions/access-end.ts'
import { isFrozenByDispute } from '#server/access/subscriptions/disputed.ts'
import { listRenewalsOfOrder } from '#server/access/subscriptions/renewals.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { taxBy } from '#server/platform/taxes/companies.ts'
import { shownName } from '#server/platform/users/shown-name.ts'
import { findWaitingRenewal, listCharges } from './charges.ts'
import { listDisputeLines } from './disputes.ts'
import { listDocumentLines } from './documents.ts'
import { openReviewAt } from './order-review.ts'
import { getOrder } from './orders.ts'
import { listRefundable, refundableOf, renewingOf } from './refundable.ts'
import { listRefunds } from './refunds.ts'
import { type Standing, whyStuck } from './stuck.ts'
import { listTicketLines } from './tickets.ts'
import { readTimeline } from './timeline.ts'

/** Returns an order of any customer with its payments, time and timeline. Throws 404. */
export async function getStaffOrder(db: Database, id: string) {
  const found = await db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['user_id as uid', 'renews_order_id as renews', 'expires_at', 'orders.created_at'])
    .select(openReviewAt.as('review_at'))
    .leftJoin('vat_checks', 'vat_checks.id', 'vat_check_id')
    .select(['orders.tax_country', 'company_name', 'company_address', 'orders.vat_id'])
    .select(['state', 'asked_at', 'answered_at', 'consultation', 'error'])
    .select(sql<boolean>`(select tax_mode = 'table' from settings)`.as('taxed'))
    .select([shownName().as('username'), sql<boolean>`deleted_at is not null`.as('deleted')])
    .select([sql<Date>`now()`.as('now'), renewingOf('orders').as('renewing')])
    .where('orders.id', '=', id)
    .executeTakeFirst()
  if (!found) throw new Refusal(orderRefusals.unknown_order)
  const { uid, username, deleted, renews, renewing } = found
  const [
    order,
    payments,
    charges,
    waiting,
    refunds,
    items,
    time,
    charged,
    renewals,
    timeline,
    trouble,
    documents,
    disputes,
    tickets,
  ] = await Promise.all([
    getOrder(db, uid, id),
    listPayments(db, id),
    listCharges(db, id),
    findWaitingRenewal(db, id),
    listRefunds(db, id),
    listRefundable(db, id),
    listTime(db, id),
    db.selectFrom('orders').select('id').where('renews_order_id', '=', id).limit(50).execute(),
    listRenewalsOfOrder(db, id),
    readTimeline(db, id),
    findTrouble(db, id),
    listDocumentLines(db, id),
    listDisputeLines(db, id),
    listTicketLines(db, id),
  ])
  const { refundable, refund_obstacle } = refundableOf(order, items, payments, {
    refunds,
    disputes,
  })
  const listed = await db
    .selectFrom('order_items')
    .select(({ fn }) => fn.sum<number>('list_cents').as('cents'))
    .where('order_id', '=', id)
    .executeTakeFirst()
  return {
    order,
    uid,
    username,
    deleted,
    stuck: whyStuck({
      status: order.payment_status,
      type: order.type,
      expiresAt: found.expires_at,
      payments,
      review: order.review,
      period: renews ? { charge: charges[0], waiting } : null,
      seen: order.seen,
      offered: order.payout !== null && !order.payout.ran_out,
      now: found.now,
      ...trouble,
    }),
    review_at: found.review_at,
    can_ask: canAsk(order, payments.length + charges.length, found),
    renews,
    renewed_by: charged.map((renewal) => renewal.id),
    renewals,
    list_price: Number(listed?.cents ?? 0),
    payments: payments.map(({ amount_cents, ...payment }) => ({
      ...payment,
      amount: amount_cents,
    })),
    tax: taxOf(found, payments),
    charges,
    refunds,
    documents,
    disputes,
    tickets,
    refundable: refundable && { ...refundable, renews: renewing > 0 },
    refund_obstacle,
    time,
    timeline: timeline.moments,
    timeline_cut: timeline.cut,
  }
}

/** How long coins are expected after a crypto order was placed. */
const coinsArriveMs = 30 * 86_400_000

/**
 * After a card payment, only refunds and disputes can follow, and `reconcilePaid` finds those. After
 * a crypto payment, more coins can arrive.
 */
function canAsk(
  { type, payment_status: status }: Pick<Order, 'type' | 'payment_status'>,
  attempts: number,
  { now, created_at }: { now: Date; created_at: Date },
) {
  if (attempts === 0) return false
  if (status !== 'finished' && status !== 'refunded') return true
  return type === 'crypto' && now.getTime() - created_at.getTime() < coinsArriveMs
}

type Taxed = {
  tax_country: string | null
  taxed: boolean
  company_name: string | null
  company_address: string | null
  vat_id: string | null
  state: 'asked' | 'valid' | 'invalid' | null
  asked_at: Date | null
  answered_at: Date | null
  consultation: string | null
  error: string | null
}

/** Returns the customer's country, as chosen by the customer and as reported by the card's bank. */
function taxOf(found: Taxed, payments: { card_country: string | null }[]) {
  const { tax_country, taxed } = found
  if (!taxed && tax_country === null) return null
  const card_country = payments.find((payment) => payment.card_country)?.card_country ?? null
  return {
    country: tax_country,
    card_country,
    evidence: evidenceOf(tax_country, card_country),
    company: companyOf(found),
  }
}

function companyOf({ company_name, company_address, vat_id, state, ...check }: Taxed) {
  if (!company_name || !company_address) return null
  const { asked_at, answered_at, consultation, error } = check
  return {
    ...{ name: company_name, address: company_address, vat_id: vat_id ?? '' },
    tax: state ? taxBy(state) : ('taxed' as const),
    ...{ asked_at, answered_at, consultation, error },
  }
}

function evidenceOf(chosen: string | null, card: string | null): OrderTax['evidence'] {
  if (chosen && card) return chosen === card ? 'agrees' : 'disagrees'
  return chosen || card ? 'one' : 'none'
}

/** Newest first. Older payments are queried less often: see payments/reconcile.ts. */
function listPayments(db: Database, orderId: string) {
  return db
    .selectFrom('payments')
    .select([
      'id',
      'created_at',
      'checked_at',
      'provider',
      'provider_id',
      'provider_reference',
      'status',
      'amount_cents',
      'pay_amount',
      'actually_paid',
      'review',
      'provider_status',
      'pay_currency',
      'pay_address',
      'pay_network',
      'transaction_id',
      'card_brand',
      'card_last4',
      'card_country',
      'asked_error',
    ])
    .select(
      sql<Date>`checked_at + greatest(interval '45 seconds', (now() - created_at) / 12)`.as(
        'ask_at',
      ),
    )
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .limit(50)
    .execute()
}

/** By item: granted, revoked, held by a dispute, and the subscription's expiry date. */
async function listTime(db: Database, orderId: string) {
  const { rows } = await sql<{
    product: string
    given: number
    taken: number
    held: number
    ends_at: Date | null
  }>`
    select product, given, taken + case when holds then 0 else withheld end as taken,
           case when holds then withheld else 0 end as held, ends_at
      from (
        select order_items.id, product_name as product,
               ${isFrozenByDispute} as holds,
               coalesce(sum(seconds) filter (
                 where seconds > 0 and cause not in ('unfreeze', 'compensation')), 0)::bigint as given,
               -- Time that was revoked or frozen and returned again counts as unchanged.
               coalesce(-sum(seconds) filter (
                 where cause = 'compensation' or seconds < 0 and cause <> 'freeze'), 0)::bigint as taken,
               coalesce(-sum(seconds) filter (where cause in ('freeze', 'unfreeze')), 0)::bigint
                 as withheld,
               max(${accessEnd('subscriptions')}) as ends_at
          from order_items
          join orders on orders.id = order_id
          left join time_entries on order_item_id = order_items.id
          left join subscriptions on subscriptions.id = subscription_id
         where order_id = ${orderId}
         group by order_items.id, orders.id
      ) as each order by id`.execute(db)
  return rows
}

type Trouble = Pick<Standing, 'failedEvent' | 'forgedAt'>

async function findTrouble(db: Database, orderId: string): Promise<Trouble> {
  const { rows } = await sql<{ type: string; error: string; again: Date | null }>`
    with paid as (
      select provider, provider_id, provider_reference from payments where order_id = ${orderId}
      union
      select 'stripe', payment_intent_id, payment_intent_id from renewal_charges
       where order_id = ${orderId} and payment_intent_id is not null)
    select type, error,
           (select min(run_at) from graphile_worker._private_jobs
             where payload ->> 'event' = payment_events.id::text and attempts < max_attempts
               and received_at > now() - interval '2 days') as again
      from payment_events
     where worked_at is null and error is not null
       and ((provider, object_id) in (select provider, provider_id from paid)
         or (provider, intent_id) in (select provider, provider_reference from paid))
     order by id desc limit 1`.execute(db)
  const forged = await sql<{ at: Date | null }>`
    select max(forged_at) as at from services, (
      select provider, created_at from payments where order_id = ${orderId}
      union all
      select 'stripe', created_at from renewal_charges where order_id = ${orderId}) as asked
     where forged_at > asked.created_at and services.name = asked.provider`.execute(db)
  return { failedEvent: rows[0] ?? null, forgedAt: forged.rows[0]?.at ?? null }
}
