import { sql } from 'kysely'

/**
 * The plan of an order item. The standard terms of 1, 3, 6 and 12 months are stored in `months`,
 * and all others in `plan`.
 */
export const itemPlan = sql<string>`coalesce(order_items.plan, order_items.months || 'm')`
