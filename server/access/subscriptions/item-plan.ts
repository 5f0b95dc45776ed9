import { sql } from 'kysely'

/** `months` stores the standard terms of 1, 3, 6 and 12 months, `plan` all others. */
export const itemPlan = sql<string>`coalesce(order_items.plan, order_items.months || 'm')`
