import { sql } from 'kysely'
import { lifetimeSeconds } from '#contract/wire/terms.ts'
import { itemPlan } from '#server/access/subscriptions/item-plan.ts'
import { enterTime, lockCustomer } from '#server/access/subscriptions/ledger.ts'
import { ownsLifetime } from '#server/access/subscriptions/lifetime.ts'
import { clockOf } from '#server/access/subscriptions/still.ts'
import { planToSeconds } from '#server/access/subscriptions/time.ts'
import { secondsAddedAfter } from '#server/access/subscriptions/unused.ts'
import type { Tx } from '#server/kernel/database/database.ts'
import type { LockedOrder } from './settle.ts'

type Delivered = Pick<LockedOrder, 'id' | 'userId'>

/**
 * Grants the time that each item of a paid order lacks: first as the purchase, later to return
 * frozen or revoked time. Returns whether the customer already had a lifetime of one of the
 * products. The caller has locked the order and its customer.
 */
export async function deliver(tx: Tx, { id, userId }: Delivered): Promise<boolean> {
  const items = await selectStanding(tx)
    .select(ownsLifetime(sql`${userId}`, sql.ref('order_items.product_id')).as('owned'))
    .where('order_id', '=', id)
    .orderBy('order_items.id')
    .execute()
  for (const { id: orderItemId, productId, held, frozen, ...item } of items) {
    const lacking = lackingOf({ held, ...item })
    const kept = Math.max(0, Math.min(lacking, frozen))
    const rest = held === null ? 'purchase' : 'compensation'
    const given = [['unfreeze', kept] as const, [rest, lacking - kept] as const]
    for (const [cause, seconds] of given)
      if (seconds > 0) await enterTime(tx, { userId, productId, seconds, cause, orderItemId })
  }
  return items.some(({ owned }) => owned)
}

/** In seconds. `lacking` does not include refunded time. */
export async function timeOfItem(tx: Tx, orderItemId: number) {
  const item = await selectStanding(tx)
    .where('order_items.id', '=', orderItemId)
    .executeTakeFirstOrThrow()
  return { bought: planToSeconds(item.plan), lacking: Math.max(0, lackingOf(item)) }
}

function selectStanding(tx: Tx) {
  return tx
    .selectFrom('order_items')
    .leftJoin('time_entries', 'order_item_id', 'order_items.id')
    .select(['order_items.id', 'product_id as productId', itemPlan.as('plan')])
    .select(sql<number | null>`sum(seconds)`.as('held'))
    .select(
      sql<number>`coalesce(-sum(seconds)
        filter (where cause in ('freeze', 'unfreeze')), 0)::bigint`.as('frozen'),
    )
    .select(
      sql<number>`(select coalesce(sum(refund_items.seconds), 0)
        from refund_items join refunds on refunds.id = refund_id
       where refund_items.order_item_id = order_items.id and status in ('pending', 'succeeded'))`.as(
        'refunded',
      ),
    )
    .groupBy('order_items.id')
}

type Standing = Pick<
  Awaited<ReturnType<ReturnType<typeof selectStanding>['executeTakeFirstOrThrow']>>,
  'plan' | 'held' | 'refunded'
>

const lackingOf = ({ plan, held, refunded }: Standing) =>
  planToSeconds(plan) - refunded - (held ?? 0)

/**
 * Time that was bought first is used first, so a later delivery returns exactly these seconds. A
 * lifetime is removed as a whole, because only its length distinguishes it.
 */
export async function withhold(tx: Tx, { id, userId }: Delivered, cause: 'freeze' | 'refund') {
  await lockCustomer(tx, userId)
  if (cause === 'refund') await oweGraceOfOrder(tx, id)
  await sql`
    with held as (
      select order_item_id, subscription_id, sum(seconds)::bigint as seconds,
             max(time_entries.id) filter (where seconds > 0) as last
        from order_items join time_entries on order_item_id = order_items.id
       where order_id = ${id}
       group by order_item_id, subscription_id
    ), able as (
      select held.*, left_of_run, left_of_run
               - ${secondsAddedAfter(sql`held.last`, sql`held.order_item_id`)} as own
        from held join subscriptions as run on run.id = held.subscription_id,
             lateral (select least(run.term_length, case
               when held.seconds >= ${lifetimeSeconds} then run.term_length
               else ceil(extract(epoch from run.ends_at - ${clockOf('run')})) end) as left_of_run) as rest
       where held.seconds > 0 and run.ends_at > ${clockOf('run')}
    )
    insert into time_entries (subscription_id, seconds, cause, order_item_id)
    select subscription_id, -least(seconds, left_of_run, own)::bigint, ${cause}, order_item_id
      from able where least(seconds, left_of_run, own) > 0`.execute(tx)
}

export async function takeBack(tx: Tx, { id, userId }: Delivered) {
  await lockCustomer(tx, userId)
  await oweGraceOfOrder(tx, id)
  await sql`
    with held as (
      select subscription_id, order_item_id, sum(seconds)::bigint as seconds
        from order_items join time_entries on order_item_id = order_items.id
       where order_id = ${id}
       group by subscription_id, order_item_id
    )
    insert into time_entries (subscription_id, seconds, cause, order_item_id)
    select subscription_id, -least(seconds, term_length), 'refund', order_item_id
      from held join subscriptions on subscriptions.id = subscription_id
     where seconds > 0 and term_length > 0`.execute(tx)
}

/**
 * Revokes at most this many seconds of an item's time and returns how many. A dispute withholds
 * `withheld` of them. The caller has locked the customer.
 */
export async function takeShare(
  tx: Tx,
  orderItemId: number,
  wanted: number,
  withheld: number,
): Promise<number> {
  const repaid = await oweGraceAgain(tx, orderItemId, wanted, withheld)
  const rest = wanted - repaid
  const { rows } = await sql<{ seconds: number }>`
    with held as (
      select subscription_id, sum(seconds)::bigint as seconds
        from time_entries where order_item_id = ${orderItemId} group by subscription_id
    ), able as (
      select subscription_id, least(seconds, term_length) as seconds, ends_at
        from held join subscriptions on subscriptions.id = subscription_id
       where seconds > 0 and term_length > 0
    ), shared as (
      select subscription_id, least(seconds, ${rest}::bigint - coalesce(
               sum(seconds) over (order by ends_at desc, subscription_id
                                  rows between unbounded preceding and 1 preceding), 0))::bigint as seconds
        from able
    ), taken as (
      insert into time_entries (subscription_id, seconds, cause, order_item_id)
      select subscription_id, -seconds, 'refund', ${orderItemId} from shared where seconds > 0
      returning seconds
    )
    select coalesce(-sum(seconds), 0)::bigint as seconds from taken`.execute(tx)
  return repaid + rows[0]!.seconds
}

/**
 * The revoked time may have repaid grace days. Owes these days again and revokes as many seconds,
 * so the expiry date stays. Returns the seconds revoked.
 */
async function oweGraceAgain(
  tx: Tx,
  orderItemId: number,
  wanted: number,
  withheld = 0,
): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    with own as (
      select subscription_id,
             coalesce(sum(seconds) filter (where order_item_id = ${orderItemId}), 0) as held,
             coalesce(sum(seconds) filter (where order_item_id = ${orderItemId}
               and cause not in ('freeze', 'unfreeze')), 0) as whole,
             coalesce(-sum(seconds) filter (where repaid_by_item_id = ${orderItemId}), 0) as repaid
        from time_entries
       where order_item_id = ${orderItemId} or repaid_by_item_id = ${orderItemId}
       group by subscription_id
    ), excess as (
      select subscription_id, held, least(repaid,
               sum(repaid) over (order by subscription_id desc)
               - greatest(0, sum(whole) over () - ${wanted}::bigint - ${withheld}::bigint)) as seconds
        from own
    ), entries as (
      select subscription_id, seconds, 'grace' as cause from excess where seconds > 0
      union all
      select subscription_id, -least(seconds, held, ${wanted}::bigint), 'refund'
        from excess where least(seconds, held, ${wanted}::bigint) > 0
    ), entered as (
      insert into time_entries (subscription_id, seconds, cause, order_item_id, repaid_by_item_id)
      select subscription_id, seconds, cause,
             case cause when 'refund' then ${orderItemId}::bigint end,
             case cause when 'grace' then ${orderItemId}::bigint end
        from entries order by seconds desc
      returning seconds, cause
    )
    select coalesce(-sum(seconds) filter (where cause = 'refund'), 0)::bigint as seconds from entered`.execute(
    tx,
  )
  return rows[0]!.seconds
}

async function oweGraceOfOrder(tx: Tx, orderId: string) {
  const items = await tx
    .selectFrom('order_items')
    .select('id')
    .where('order_id', '=', orderId)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('time_entries')
          .whereRef('repaid_by_item_id', '=', 'order_items.id')
          .select('time_entries.id'),
      ),
    )
    .execute()
  for (const { id } of items) await oweGraceAgain(tx, id, Number.MAX_SAFE_INTEGER)
}
