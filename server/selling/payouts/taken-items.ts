import type { ExpressionBuilder } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { DB } from '#db/tables.ts'

/** The items whose time is revoked with a payout, and how much once the coins were sent. */
export const takenItems = (eb: ExpressionBuilder<DB, 'payouts'>) =>
  jsonArrayFrom(
    eb
      .selectFrom('refunds')
      .innerJoin('refund_items', 'refund_id', 'refunds.id')
      .innerJoin('order_items', 'order_items.id', 'order_item_id')
      .select(['product_name as name', 'seconds'])
      .whereRef('refunds.id', '=', 'payouts.refund_id')
      .where('take_time', '=', true)
      .orderBy('order_items.id'),
  ).as('items')
