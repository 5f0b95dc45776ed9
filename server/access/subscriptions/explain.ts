import { sql } from 'kysely'
import type { timeCauses } from '#contract/access/subscriptions.ts'
import { productRefusals } from '#contract/wire/product-refusals.ts'
import { isLifetime } from '#contract/wire/terms.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { accessEnd, endAfterRevocation } from './access-end.ts'
import { itemPlan } from './item-plan.ts'
import { pauseOf, stillSince } from './still.ts'

const most = 200

type Entry = {
  id: number
  cause: (typeof timeCauses)[number]
  seconds: number
  about: string | null
  created_at: Date
  ends_at: Date
}

/** Explains the expiry date of a customer's latest run of a product. Throws `unknown_product`. */
export async function explainEnd(db: Database, userId: number, productId: number) {
  const run = await db
    .selectFrom('subscriptions')
    .select(['id', 'created_at', 'term_length', accessEnd('subscriptions').as('ends_at')])
    .select(stillSince('subscriptions').as('stands_still_since'))
    .select(pauseOf('subscriptions').as('paused_until'))
    .where('user_id', '=', userId)
    .where('product_id', '=', productId)
    .orderBy('subscriptions.ends_at', 'desc')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!run) throw new Refusal(productRefusals.unknown_product)
  const { rows } = await sql<Entry & { count: number }>`
    with entries as (
      select entry.*, greatest(
               run.created_at + make_interval(secs => entry.total),
               case when entry.seconds < 0 then ${endAfterRevocation('run')} end) as ends_at,
             count(*) over () as count
        from (select time_entries.*, sum(seconds) over (order by id) as total
                from time_entries where subscription_id = ${run.id}) as entry
        join subscriptions as run on run.id = entry.subscription_id
    ), latest as (select * from entries order by id desc limit ${most})
    select latest.id,
           case when cause = 'credit' and still_id is not null then 'still' else cause end as cause, latest.seconds, latest.created_at, latest.ends_at, latest.count,
           case when latest.cause = 'purchase' then ${itemPlan}
                when latest.cause = 'compensation' then latest.note
                else credit_batches.title end as about
      from latest
      left join order_items on order_items.id = order_item_id
      left join time_credits on time_credits.id = credit_id
      left join credit_batches on credit_batches.id = time_credits.batch_id
     order by latest.id`.execute(db)
  return {
    began_at: run.created_at,
    ends_at: run.ends_at,
    lifetime: isLifetime(run.term_length),
    stands_still_since: run.stands_still_since,
    paused_until: run.paused_until,
    total: rows[0]?.count ?? 0,
    entries: rows.map(({ count: _, ...entry }) => ({
      ...entry,
      lifetime: isLifetime(Math.abs(entry.seconds)),
    })),
  }
}
