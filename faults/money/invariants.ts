import { sql } from 'kysely'
import type { Database } from '#server/kernel/database/database.ts'
import { anyShop, findBroken, type Invariant } from '../invariants.ts'
import { afterSaleInvariants } from './invariants-after-sale.ts'

/**
 * Each query finds violations. `sold` are the orders of the run. Counts without an index cover all
 * orders at once: reading every event thousands of times would exceed the statement timeout.
 */
const invariants: Invariant[] = [
  [
    'items of paid orders that were not delivered exactly once',
    `select from order_items join sold on sold.id = order_id
      where payment_status = 'finished' and 1 <> (
        select count(*) from time_entries where order_item_id = order_items.id and cause = 'purchase')`,
  ],
  [
    'items that hold time and are not paid for',
    `select from order_items join sold on sold.id = order_id
      where payment_status in ('waiting', 'confirming', 'partially_paid', 'expired', 'failed', 'refunded')
        and 0 < (select sum(seconds) from time_entries where order_item_id = order_items.id)`,
  ],
  [
    'codes whose count is not that of the uses that are held',
    `select from discounts where used_count <> (
       select count(*) from discount_uses where discount_id = discounts.id and returned_at is null)`,
  ],
  ['codes over their limit', 'select from discounts where max_uses > 0 and used_count > max_uses'],
  [
    'uses held by orders that came to nothing',
    `select from discount_uses join order_items on order_items.id = order_item_id
       join sold on sold.id = order_id
      where returned_at is null and payment_status in ('expired', 'failed', 'refunded')`,
  ],
  [
    'free months that were not earned by three friends',
    `select reward.id from referral_rewards as reward where taken_back_at is null
        and 3 <> (select count(*) from referral_conversions where reward_id = reward.id)`,
  ],
  [
    'free months whose friends were refunded or disputed',
    `select reward.id from referral_rewards as reward
       join referral_conversions as conversion on conversion.reward_id = reward.id
       join orders on orders.id = conversion.order_id
      where taken_back_at is null
        and (payment_status <> 'finished' or not exists (
          select from order_items where order_id = orders.id and price_cents > 0 and refund_cents = 0))`,
  ],
  [
    'revoked free months whose seconds differ from their ledger entries',
    `select sum(revoked_seconds) from referral_rewards having coalesce(sum(revoked_seconds), 0) <> (
       select coalesce(-sum(seconds), 0) from time_entries where cause = 'reward_back')`,
  ],
  [
    'figures by the day that are not the sum of the orders',
    `select from (
       select day, type, payment_status, sum(orders) as orders, sum(cents) as cents
         from order_days group by 1, 2, 3
     ) as said full join (
       select day_of(coalesce(paid_at, created_at)) as day, type, payment_status,
              count(*) as orders, sum(total_cents) as cents
         from orders group by 1, 2, 3
     ) as are using (day, type, payment_status)
     where (coalesce(said.orders, 0), coalesce(said.cents, 0)) <> (coalesce(are.orders, 0), coalesce(are.cents, 0))`,
  ],
  [
    'paid orders without exactly one receipt',
    `select from sold left join (
       select about ->> 'order' as id, count(*) as receipts from mails where template = 'receipt' group by 1
     ) as told on told.id = sold.id::text
      where payment_status = 'finished' and receipts is distinct from 1`,
  ],
  [
    'receipts of orders that were never paid',
    `select from mails join sold on sold.id::text = about ->> 'order'
      where template = 'receipt' and paid_at is null`,
  ],
  [
    'orders without exactly one event that they were placed, which a renewal’s are not',
    `select from sold left join (
       select data ->> 'order' as id, count(*) as placed from events where type = 'order.placed' group by 1
     ) as told on told.id = sold.id::text
      where coalesce(placed, 0) <> (renews_order_id is null)::int`,
  ],
  [
    'events of orders that do not follow from the one before',
    `select type, before, previous from (
       select type, data ->> 'before' as before,
              lag(split_part(type, '.', 2)) over (partition by data ->> 'order' order by id) as previous
         from events where type like 'order.%' and type <> 'order.asked_about') as told
      where type <> 'order.placed'
        and (before = split_part(type, '.', 2)
          or before not in ('waiting', 'confirming') and before is distinct from previous)`,
  ],
  [
    'orders whose last event is not what they are',
    `select payment_status from sold join (
       select distinct on (1) data ->> 'order' as id, split_part(type, '.', 2) as last
         from events where type like 'order.%' and type <> 'order.asked_about' order by 1, events.id desc
     ) as told on told.id = sold.id::text
      where payment_status not in ('waiting', 'confirming') and payment_status <> last`,
  ],
  [
    'orders with as many events as lines in the log have not',
    `select from sold left join (
       select data ->> 'order' as id, count(*) as events from events
        where type like 'order.%' or type = 'dispute.lost' group by 1
     ) as told on told.id = sold.id::text left join (
       select details ->> 'order' as id, count(*) as lines from logs
        where type in ('order', 'payment')
          and message in ('Order placed', 'Card payment started', 'Order partially paid', 'Order finished',
            'Order expired', 'Payment failed', 'Order refunded', 'Order disputed', 'Dispute lost') group by 1
     ) as logged on logged.id = sold.id::text
      where events is distinct from lines`,
  ],
  ['payment events that were not worked', 'select from payment_events where worked_at is null'],
  // A job that runs every minute has one attempt: the next run replaces a retry.
  [
    'jobs that fail',
    `select task_identifier, attempts, run_at, left(last_error, 300) as last_error
       from graphile_worker.jobs where last_error is not null and max_attempts > 1`,
  ],
]

/** Checks the invariants that hold for every payment method. Returns one sentence per violation. */
export async function brokenInvariants(
  db: Database,
  { acknowledged, since }: { acknowledged: ReadonlySet<string>; since: number },
) {
  const sold = sql`with sold as (select * from orders where user_id >= ${sql.lit(since)})`
  const all = [...anyShop, ...invariants, ...afterSaleInvariants]
  const problems = await findBroken(db, all, sold)
  const { rows } = await sql`
    select id from unnest(${[...acknowledged]}::uuid[]) as id
     where id not in (select id from orders)`.execute(db)
  if (rows.length > 0) problems.push(`${rows.length} acknowledged orders are gone`)
  return problems
}
