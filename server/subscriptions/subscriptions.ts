import { sql } from 'kysely'
import { isLifetime } from '#contract/terms.ts'
import type { Database } from '#server/kernel/database.ts'
import { type ImageRow, pictureOf } from '#server/media/images.ts'
import { boughtLast, planToExtend } from './extension.ts'
import { listRenewals } from './renewals.ts'
import { stillSince } from './still.ts'

/** A customer's latest run of each product, those that end last first. */
export async function listSubscriptions(db: Database, userId: number) {
  const renewals = new Map((await listRenewals(db, userId)).map((each) => [each.game_id, each]))
  const rows = await db
    .selectFrom('subscriptions')
    .innerJoin('products', 'products.id', 'product_id')
    .leftJoin('images', 'images.id', 'image_id')
    .leftJoinLateral(boughtLast, (join) => join.onTrue())
    .distinctOn('product_id')
    .select(['subscriptions.id', 'product_id', 'name', 'disabled', 'term_length', 'ends_at'])
    .select(['bought', 'plans', stillSince('subscriptions').as('stands_still_since')])
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
      stands_still_since: row.stands_still_since,
      plan: row.disabled ? null : planToExtend(row),
      renewal: renewals.get(row.product_id) ?? null,
    }))
}
