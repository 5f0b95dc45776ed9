import { type ExpressionBuilder, sql } from 'kysely'
import { defaultPlans, type Plan, type PlanRule } from '#contract/wire/terms.ts'
import type { DB } from '#db/tables.ts'
import { itemPlan } from './item-plan.ts'

/** The plan of the last purchase if it is still sold, else the product's first plan. */
export function planToExtend({ plans, bought }: { plans: unknown; bought: string | null }): Plan {
  const sold = ((plans as PlanRule[] | null) ?? defaultPlans).map(({ plan }) => plan)
  return sold.find((plan) => plan === bought) ?? sold[0]!
}

const coinOf = sql<string | null>`(
  select pay_currency from payments
   where payments.order_id = order_items.order_id and status = 'finished'
   order by payments.id desc limit 1)`

export function boughtLast(eb: ExpressionBuilder<DB, 'subscriptions'>) {
  return eb
    .selectFrom('time_entries')
    .innerJoin('order_items', 'order_items.id', 'order_item_id')
    .select([itemPlan.as('bought'), coinOf.as('coin')])
    .whereRef('subscription_id', '=', 'subscriptions.id')
    .where('cause', '=', 'purchase')
    .orderBy('time_entries.id', 'desc')
    .limit(1)
    .as('bought_last')
}
