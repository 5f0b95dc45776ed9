import { type ExpressionBuilder, sql } from 'kysely'
import { isLifetime } from '#contract/wire/terms.ts'
import type { DB } from '#db/tables.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { type ImageRow, pictureOf } from '#server/platform/media/images.ts'
import { accessEnd } from './access-end.ts'
import { isHeld } from './disputed.ts'
import { boughtLast, planToExtend } from './extension.ts'
import { pauseProblem } from './pause-problem.ts'
import { listRenewals } from './renewals.ts'
import { stillSince } from './still.ts'

/** Returns a customer's latest run of each product, sorted by expiry date, the latest first. */
export async function listSubscriptions(db: Database, userId: number) {
  const renewals = new Map((await listRenewals(db, userId)).map((each) => [each.game_id, each]))
  const rows = await db
    .selectFrom('subscriptions')
    .innerJoin('products', 'products.id', 'product_id')
    .leftJoin('images', 'images.id', 'image_id')
    .leftJoinLateral(boughtLast, (join) => join.onTrue())
    .leftJoinLateral(openPause, (join) => join.onTrue())
    .innerJoin('settings', (join) => join.onTrue())
    .distinctOn('product_id')
    .select([
      'pause_days',
      isHeld('subscriptions').as('held'),
      pauseProblem('subscriptions').as('pause_problem'),
      'paused_since',
      'paused_until',
    ])
    .select(['subscriptions.id', 'product_id', 'name', 'disabled', 'term_length', 'ends_at'])
    .select(accessEnd('subscriptions').as('access_end'))
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
      access_ends_at: row.access_end,
      stands_still_since: row.stands_still_since,
      held: row.held,
      paused: row.paused_until && {
        since: row.paused_since!,
        until: row.paused_until,
        left: Math.floor((row.ends_at.getTime() - row.paused_until.getTime()) / 1000),
      },
      pause: row.pause_days > 0 ? { days: row.pause_days, problem: row.pause_problem } : null,
      plan: row.disabled ? null : planToExtend(row),
      renewal: renewals.get(row.product_id) ?? null,
    }))
}

function openPause(eb: ExpressionBuilder<DB, 'subscriptions'>) {
  return eb
    .selectFrom('pauses')
    .select(['since as paused_since', 'until as paused_until'])
    .whereRef('subscription_id', '=', 'subscriptions.id')
    .where('ended_at', 'is', null)
    .where('until', '>', sql<Date>`now()`)
    .as('open_pause')
}
