import { sql } from 'kysely'
import { orderRefusals } from '#contract/selling/orders.ts'
import type { WantedRefund } from '#contract/selling/staff-refunds.ts'
import type { Roles } from '#contract/wire/capabilities.ts'
import { lifetimeSeconds } from '#contract/wire/terms.ts'
import { selectDueRoles } from '#server/access/subscriptions/due-roles.ts'
import { runningNow } from '#server/access/subscriptions/running.ts'
import { clockOf, pausedAfter } from '#server/access/subscriptions/still.ts'
import type { Database, Tx } from '#server/kernel/database/database.ts'
import { rehearse } from '#server/kernel/database/rehearse.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import type { Staff } from '#server/platform/logs/staff.ts'
import { documentOrder, type Issuer } from '#server/selling/documents/make.ts'
import { renewingOf } from '#server/selling/orders/refundable.ts'
import { type LockedOrder, lockOrder } from '#server/selling/orders/settle.ts'
import { getReferral } from '#server/selling/referrals/standing.ts'
import { takeEffect } from './effects.ts'
import { admitRefund, amountOf, lockRefunder, writeRefund } from './place.ts'

/** Places it in a transaction that is rolled back. Throws the same errors. */
export async function previewRefund(
  db: Database,
  issuer: Issuer,
  staff: Staff & Roles,
  orderId: string,
  wanted: WantedRefund,
) {
  return rehearse(db, async (tx) => {
    await lockRefunder(tx, staff)
    const order = await lockOrder(tx, orderId)
    if (!order) throw new Refusal(orderRefusals.unknown_order)
    await admitRefund(tx, staff, orderId, wanted, ['card', 'crypto'])
    const before = await standingOf(tx, order)
    const refund = await writeRefund(tx, staff, orderId, wanted)
    await takeEffect(tx, refund, 'succeeded')
    const after = await standingOf(tx, order)
    const credit_note = await creditNoteOf(tx, issuer, refund)
    return { ...differenceOf(before, after), credit_note, amount: amountOf(wanted) }
  })
}

/** A refund that has taken effect has no further effects. */
export async function previewEffect(
  db: Database,
  issuer: Issuer,
  orderId: string,
  { refundId, offeredAt }: { refundId: string; offeredAt: Date },
) {
  return rehearse(db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order) throw new Refusal(orderRefusals.unknown_order)
    const refund = await tx
      .selectFrom('refunds')
      .selectAll()
      .where('id', '=', refundId)
      .executeTakeFirstOrThrow()
    const before = await standingOf(tx, order)
    const left = await leftSince(tx, orderId, offeredAt)
    if (refund.status === 'asked') await takeEffect(tx, refund, 'succeeded')
    const after = await standingOf(tx, order)
    const credit_note = await creditNoteOf(tx, issuer, refund)
    const difference = differenceByItem(before, after)
    const time = difference.time.map(({ item, ...taken }) => ({
      ...taken,
      ...usableOf(taken.seconds, left.get(item)),
    }))
    return { ...difference, time, credit_note, amount: refund.amount_cents }
  })
}

type Left = { item: number; now: number; then: number; added: number }

/** The seconds left now and at `then`, and those added since by anything but the order. */
async function leftSince(tx: Tx, orderId: string, then: Date): Promise<Map<number, Left>> {
  const { rows } = await sql<Left>`
    select distinct on (item.id) item.id as item,
           extract(epoch from ends_at - ${clockOf('run')})::float8 as now,
           extract(epoch from ends_at - ${then}::timestamptz
             - ${pausedAfter('run', sql`${then}::timestamptz`)})::float8 as then,
           greatest(0, coalesce((
             select sum(added.seconds) from time_entries as added
              where added.subscription_id = run.id and added.created_at > ${then}::timestamptz
                and added.pause_id is null
                and (added.order_item_id is null or added.order_item_id not in (
                  select id from order_items where order_id = ${orderId}))), 0))::float8 as added
      from order_items as item
      join time_entries on order_item_id = item.id
      join subscriptions as run on run.id = subscription_id
     where order_id = ${orderId}
     order by item.id, ends_at desc`.execute(tx)
  return new Map(rows.map((row) => [row.item, row]))
}

/** The customer's use since the offer is at most what the order had left then. */
function usableOf(seconds: number, left: Left | undefined) {
  if (seconds >= lifetimeSeconds) return { seconds, used_since_offer: 0 }
  const within = (most: number) => Math.round(Math.max(0, Math.min(seconds, most)))
  const { now = 0, then = 0, added = 0 } = left ?? {}
  const usable = within(now)
  const used = Math.min(within(then) - usable, within(then - added))
  return { seconds: usable, used_since_offer: Math.max(0, used) }
}

/** Returns the credit note of a refund. Its number is only assigned when it is issued. */
async function creditNoteOf(tx: Tx, issuer: Issuer, refund: { id: string; order_id: string }) {
  await documentOrder(tx, issuer, refund.order_id)
  const made = await tx
    .selectFrom('documents')
    .innerJoin('documents as sale', 'sale.id', 'documents.corrects_id')
    .select([sql<number>`-documents.total_cents`.as('amount'), sql<string>`sale.name`.as('of')])
    .where('documents.refund_id', '=', refund.id)
    .where('documents.kind', '=', 'credit_note')
    .executeTakeFirst()
  return made ?? null
}

type Standing = Awaited<ReturnType<typeof standingOf>>

export async function standingOf(
  tx: Tx,
  { id: orderId, userId }: Pick<LockedOrder, 'id' | 'userId'>,
) {
  const time = await sql<{
    item: number
    product: string
    seconds: number
    ends_at: Date | null
    over: boolean
  }>`
    select distinct on (item.id) item.id as item, product_name as product,
           case when term_length < ${lifetimeSeconds} then ends_at end as ends_at,
           ends_at <= clock_timestamp() as over,
           sum(seconds) over (partition by item.id)::bigint as seconds
      from order_items as item
      join time_entries on order_item_id = item.id
      join subscriptions on subscriptions.id = subscription_id
     where order_id = ${orderId}
     order by item.id, subscriptions.ends_at desc`.execute(tx)
  const codes = await tx
    .selectFrom('discount_uses')
    .innerJoin('order_items', 'order_items.id', 'order_item_id')
    .select('discount_code')
    .where('order_id', '=', orderId)
    .where('returned_at', 'is', null)
    .execute()
  const referral = await getReferral(tx, userId)
  const roles = await selectDueRoles(tx, runningNow)
    .where('discord_links.user_id', '=', userId)
    .execute()
  const order = await tx
    .selectFrom('orders')
    .select('payment_status')
    .select(renewingOf('orders').as('renewing'))
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  return {
    time: time.rows,
    codes: codes.flatMap(({ discount_code }) => discount_code ?? []),
    referral,
    roles,
    ...order,
  }
}

export function differenceOf(before: Standing, after: Standing) {
  const { time, ...other } = differenceByItem(before, after)
  return { ...other, time: time.map(({ item: _, ...taken }) => taken) }
}

function differenceByItem(before: Standing, after: Standing) {
  const time = before.time.flatMap((had, at) => {
    const has = after.time[at]!
    const seconds = had.seconds - has.seconds
    const { item, product, ends_at: ends_before } = had
    return seconds > 0
      ? [{ item, product, seconds, ends_before, ends_at: has.ends_at, over: has.over }]
      : []
  })
  const gone = before.roles.filter(
    ({ roleId }) => !after.roles.some((role) => role.roleId === roleId),
  )
  return {
    time,
    codes: before.codes.filter((code) => !after.codes.includes(code)),
    referrer: before.referral.counts && !after.referral.counts ? before.referral.username : null,
    reward_seconds: after.referral.revoked - before.referral.revoked,
    roles: gone.map(({ products }) => products),
    renewal: before.renewing > after.renewing,
    whole: after.payment_status === 'refunded',
  }
}
