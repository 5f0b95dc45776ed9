import { sql } from 'kysely'

/** The plan of an order item. */
export const itemPlan = sql<string>`coalesce(order_items.plan, order_items.months || 'm')`
