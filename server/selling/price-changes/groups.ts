import { sql } from 'kysely'
import type { PlanPrice } from '#contract/wire/terms.ts'
import type { Tx } from '#server/kernel/database/database.ts'
import { reachable } from '#server/platform/users/living.ts'
import { leastRenewalCents } from '#server/selling/orders/pricing.ts'

export type Prices = readonly Pick<PlanPrice, 'plan' | 'listCents'>[]

export type Group = {
  outcome: 'move' | 'same' | 'announced' | 'stopped' | 'held' | 'unreachable' | 'unsold'
  plan: string
  old: number
  /** Null if the plan is not sold. */
  next: number | null
  people: number
  /** The difference in cents per 30 days. */
  month: number
}

/** Stopped renewals keep their price, as their customers were told. Held ones move later. */
export const toMove = (productId: number, prices: Prices) => sql`(
  select renewals.id, renewals.plan, term_seconds, price_cents as old, sold.cents as next,
         announced.id as announced_id,
         case when state = 'stopping' then 'stopped'
              when state = 'held' then 'held'
              when not ${reachable} then 'unreachable'
              when sold.cents is null or sold.cents < ${leastRenewalCents()} then 'unsold'
              when announced.new_cents = sold.cents then 'announced'
              when announced.id is null and sold.cents = price_cents then 'same'
              else 'move' end as outcome
    from renewals
    join users on users.id = renewals.user_id
    left join unnest(${prices.map(({ plan }) => plan)}::text[],
                     ${prices.map(({ listCents }) => listCents)}::integer[])
      as sold (plan, cents) on sold.plan = renewals.plan
    left join renewal_prices as announced on announced.renewal_id = renewals.id
     and applied_at is null and dropped_at is null
   where renewals.product_id = ${productId} and state <> 'ended')`

/** Returns all groups, the largest first. */
export async function listGroups(tx: Tx, productId: number, prices: Prices) {
  const { rows } = await sql<Group>`
    select outcome, plan, old, next, count(*)::int as people,
           coalesce(sum((next - old) * 2592000::float8 / term_seconds), 0) as month
      from ${toMove(productId, prices)} as moving
     group by outcome, plan, old, next
     order by people desc, plan, old`.execute(tx)
  return rows
}
