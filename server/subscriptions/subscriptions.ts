import { type ExpressionBuilder, sql } from 'kysely'
import { isLifetime } from '#contract/terms.ts'
import type { DB } from '#db/tables.ts'
import type { Database } from '#server/kernel/database.ts'
import { type ImageRow, pictureOf } from '#server/media/images.ts'
import { boughtLast, planToExtend } from './extension.ts'

/** A customer's latest run of each product, those that end last first. */
export async function listSubscriptions(db: Database, userId: number) {
  const rows = await db
    .selectFrom('subscriptions')
    .innerJoin('products', 'products.id', 'product_id')
    .leftJoin('images', 'images.id', 'image_id')
    .leftJoinLateral(nextCharge, (join) => join.onTrue())
    .leftJoinLateral(boughtLast, (join) => join.onTrue())
    .distinctOn('product_id')
    .select(['subscriptions.id', 'product_id', 'name', 'disabled', 'term_length', 'ends_at'])
    .select(['renews_at', 'list_cents', 'bought', 'plans'])
    .select(['subscriptions.created_at', 'hash', 'width', 'height', 'color', 'widths'])
    .where('user_id', '=', userId)
    .orderBy('product_id')
    .orderBy('ends_at', 'desc')
    .orderBy(sql`subscriptions.created_at`, 'desc')
    .execute()
  return rows
    .sort((a, b) => b.ends_at.getTime() - a.ends_at.getTime())
    .map(({ hash, ...row }) => ({
      id: row.id,
      game_id: row.product_id,
      product_name: row.name,
      product_image: hash ? pictureOf({ hash, ...row } as ImageRow) : null,
      purchasable: !row.disabled,
      created_at: row.created_at,
      term_length: row.term_length,
      lifetime: isLifetime(row.term_length),
      plan: row.disabled ? null : planToExtend(row),
      renewal: row.renews_at && { at: row.renews_at, price: row.list_cents! },
    }))
}

/** The soonest renewal by card of a run's product, at the list price that it is charged. */
function nextCharge(eb: ExpressionBuilder<DB, 'subscriptions'>) {
  return eb
    .selectFrom('orders')
    .innerJoin('order_items', 'order_id', 'orders.id')
    .select(['renews_at', 'list_cents'])
    .whereRef('orders.user_id', '=', 'subscriptions.user_id')
    .whereRef('order_items.product_id', '=', 'subscriptions.product_id')
    .where('autorenew', '=', true)
    .where('renews_at', 'is not', null)
    .orderBy('renews_at')
    .limit(1)
    .as('next_charge')
}
