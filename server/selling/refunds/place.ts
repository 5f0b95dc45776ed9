import { sql } from 'kysely'
import { orderRefusals } from '#contract/selling/orders.ts'
import {
  type RefundReason,
  refundRefusals,
  type WantedRefund,
} from '#contract/selling/staff-refunds.ts'
import type { Roles } from '#contract/wire/capabilities.ts'
import { formatBriefMoney } from '#contract/wire/currency.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { waitForLock } from '#server/kernel/database/named-lock.ts'
import { Refusal, violatedConstraint } from '#server/kernel/http/errors.ts'
import { record } from '#server/platform/events/record.ts'
import type { Staff } from '#server/platform/logs/staff.ts'
import { leftOf, listRefundable, refundObstacleOf } from '#server/selling/orders/refundable.ts'
import { lockOrder } from '#server/selling/orders/settle.ts'
import type { Refund } from './effects.ts'

type Giver = Staff & Roles

type NewRefund = WantedRefund & {
  id: string
  /** The refundable amount that staff saw, in cents. */
  left: number
  reason: RefundReason
  note: string
}

/**
 * Stores a refund once per id. Throws 404, 409 if nothing is refundable or another staff member was
 * faster, 422 for invalid amounts and 403 above the staff member's limit.
 */
export function placeRefund(
  db: Database,
  staff: Giver,
  orderId: string,
  wanted: NewRefund,
  payOut?: (tx: Tx, refund: Refund) => Promise<void>,
) {
  return transaction(db, async (tx) => {
    await lockRefunder(tx, staff)
    const order = await lockOrder(tx, orderId)
    if (!order) throw new Refusal(orderRefusals.unknown_order)
    const placed = await tx
      .selectFrom('refunds')
      .select('id')
      .where('id', '=', wanted.id)
      .where('order_id', '=', orderId)
      .executeTakeFirst()
    if (placed) return
    const left = await admitRefund(tx, staff, orderId, wanted, payOut ? ['crypto'] : ['card'])
    const refund = await writeRefund(tx, staff, orderId, wanted)
    // The payout records its own event.
    if (payOut) return payOut(tx, refund)
    const { reason, note } = wanted
    const { take_time, take_lifetime, give_code, stop_renewal } = refund
    await record(tx, 'refund.asked', {
      userId: order.userId,
      staff,
      data: {
        refund: refund.id,
        order: orderId,
        amount_cents: refund.amount_cents,
        reason,
        note,
        take_time,
        take_lifetime,
        give_code,
        stop_renewal,
        before: { left_cents: left },
        after: { left_cents: left - refund.amount_cents },
      },
    })
  }).catch((error) => {
    // The id belongs to a refund of another order. A refund of this order would have been found.
    if (violatedConstraint(error) !== 'refunds_pkey') throw error
    throw new Refusal(refundRefusals.refund_id_used)
  })
}

type ByOthers = { provider_id: string; dispute_id: number; look_at: boolean }

/**
 * The caller has locked the order. A refund that takes the time also ends a lifetime, unless
 * `take_lifetime` says otherwise: a refund of the whole remainder is meant to end it, even if an
 * earlier partial refund is withdrawn later.
 */
export async function writeRefund(
  tx: Tx,
  /** Null if automatic, made in the provider's dashboard, or taken by the bank. */
  staff: Pick<Staff, 'id'> | null,
  orderId: string,
  wanted: WantedRefund & Partial<Pick<NewRefund, 'id' | 'reason' | 'note'> & ByOthers>,
): Promise<Refund> {
  const { items, take_time, take_lifetime, give_code, stop_renewal } = wanted
  const { id, reason, note, provider_id, dispute_id, look_at } = wanted
  const refund = await tx
    .insertInto('refunds')
    .values({
      ...{ id, reason, note, provider_id, dispute_id, look_at },
      ...{ take_time, give_code, stop_renewal },
      take_lifetime: take_lifetime ?? take_time,
      order_id: orderId,
      payment_id: await paymentOf(tx, orderId),
      amount_cents: amountOf(wanted),
      actor_id: staff?.id ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('refund_items')
    .values(
      items.map((item) => ({
        refund_id: refund.id,
        order_item_id: item.id,
        amount_cents: item.amount,
      })),
    )
    .execute()
  return refund
}

export function amountOf({ items }: Pick<WantedRefund, 'items'>): number {
  return items.reduce((sum, { amount }) => sum + amount, 0)
}

/** Keeps parallel refunds in the daily limit. Call it before locking rows, or two can deadlock. */
export function lockRefunder(tx: Tx, { id }: Pick<Staff, 'id'>) {
  return waitForLock(tx, `refunds by ${id}`)
}

/** Returns what is refundable, in cents; `left` is what staff saw. Call `lockRefunder` before. */
export async function admitRefund(
  tx: Tx,
  staff: Giver,
  orderId: string,
  { items: wanted, left: seen, ...choice }: WantedRefund & { left?: number },
  ways: readonly ('card' | 'crypto')[] = ['card'],
): Promise<number> {
  const { user_id, payment_status, type, limits, given, late } = await readOrder(tx, orderId)
  if (payment_status === 'disputed') throw new Refusal(refundRefusals.payment_disputed)
  if (type === 'crypto' && !ways.includes(type)) throw new Refusal(refundRefusals.crypto_refund)
  if (type === 'card' && !ways.includes(type)) throw new Refusal(refundRefusals.card_payout)
  const items = await listRefundable(tx, orderId)
  const left = leftOf(items)
  const payment = type === 'crypto' ? await coinsOf(tx, orderId) : await paymentOf(tx, orderId)
  if (refundObstacleOf({ type, payment_status }, left, payment !== null))
    throw new Refusal(refundRefusals.nothing_to_refund)
  if (seen !== undefined && seen !== left) throw new Refusal(refundRefusals.refund_changed)
  for (const [at, { id, amount }] of wanted.entries()) {
    const item = items.find((each) => each.id === id)
    const loc = ['body', 'items', at, 'amount']
    if (!item) throw new Refusal(refundRefusals.unknown_item, { loc })
    if (amount > item.left)
      throw new Refusal(refundRefusals.refund_too_much, {
        loc,
        values: { left: formatBriefMoney(item.left), product: item.product },
      })
    if (!item.lifetime || amount === item.left) continue
    // Support may not leave time, and ending a lifetime costs more than the refund returns.
    if (!staff.admin) throw new Refusal(refundRefusals.lifetime_part)
    if (choice.take_time && choice.take_lifetime === undefined)
      throw new Refusal(refundRefusals.lifetime_undecided, { values: { product: item.product } })
  }
  if (staff.admin) return left
  // Support must not return the price of time that they have used themselves.
  if (user_id === staff.id) throw new Refusal(refundRefusals.own_order)
  // The limits are in money. Time that stays and codes to use again are worth more.
  if (!choice.take_time) throw new Refusal(refundRefusals.time_not_taken)
  if (choice.give_code) throw new Refusal(refundRefusals.code_not_given)
  if (given + amountOf({ items: wanted }) > limits.support_refund_dollars * 100)
    throw new Refusal(refundRefusals.refund_above_limit, {
      values: { limit: formatBriefMoney(limits.support_refund_dollars * 100) },
    })
  const daily = limits.support_daily_refund_dollars * 100
  const leftToday = Math.max(0, daily - (await refundedToday(tx, staff.id)))
  if (amountOf({ items: wanted }) > leftToday)
    throw new Refusal(refundRefusals.refund_above_daily_limit, {
      values: { limit: formatBriefMoney(daily), left: formatBriefMoney(leftToday) },
    })
  if (late)
    throw new Refusal(refundRefusals.refund_too_late, {
      values: { days: limits.support_refund_days },
    })
  return left
}

/** All refunds count towards support's limit, also pending ones and those of others. */
async function readOrder(tx: Tx, orderId: string) {
  const limits = await tx
    .selectFrom('settings')
    .select(['support_refund_dollars', 'support_daily_refund_dollars', 'support_refund_days'])
    .executeTakeFirstOrThrow()
  const order = await tx
    .selectFrom('orders')
    .select(['user_id', 'payment_status', 'type'])
    .select(
      sql<boolean>`coalesce(paid_at, created_at) < now() - make_interval(days => ${limits.support_refund_days}::int)`.as(
        'late',
      ),
    )
    .select(
      sql<number>`(select coalesce(sum(amount_cents), 0)::bigint from refunds
        where order_id = orders.id and status in ('asked', 'pending', 'succeeded'))`.as('given'),
    )
    .where('id', '=', orderId)
    .executeTakeFirst()
  if (!order) throw new Refusal(orderRefusals.unknown_order)
  return { ...order, limits }
}

/** In cents, in 24 hours, by card and payout, without failed refunds. */
async function refundedToday(tx: Tx, actorId: number): Promise<number> {
  const { cents } = await tx
    .selectFrom('refunds')
    .select(sql<number>`coalesce(sum(amount_cents), 0)::bigint`.as('cents'))
    .where('actor_id', '=', actorId)
    .where('created_at', '>', sql<Date>`now() - interval '24 hours'`)
    .where('status', 'in', ['asked', 'pending', 'succeeded'])
    .executeTakeFirstOrThrow()
  return cents
}

async function paymentOf(tx: Tx, orderId: string): Promise<number | null> {
  const payment = await tx
    .selectFrom('payments')
    .select('id')
    .where('order_id', '=', orderId)
    .where('provider', '=', 'stripe')
    .where('provider_reference', 'is not', null)
    .orderBy(sql`status = 'finished'`, 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return payment?.id ?? null
}

async function coinsOf(tx: Tx, orderId: string): Promise<number | null> {
  const payment = await tx
    .selectFrom('payments')
    .select('id')
    .where('order_id', '=', orderId)
    .where('provider', '<>', 'stripe')
    .where('actually_paid', '>', 0)
    .limit(1)
    .executeTakeFirst()
  return payment?.id ?? null
}
