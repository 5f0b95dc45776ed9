import { sql } from 'kysely'
import type { Database } from '#server/kernel/database.ts'
import { type ImageRow, pictureOf } from '#server/kernel/images.ts'

/** A customer's latest run of each game, those that end last first. */
export async function listSubscriptions(db: Database, userId: number) {
  const rows = await db
    .selectFrom('subscriptions')
    .innerJoin('games', 'games.id', 'game_id')
    .leftJoin('images', 'images.id', 'image_id')
    .distinctOn('game_id')
    .select(['subscriptions.id', 'game_id', 'name', 'disabled', 'term_length', 'ends_at'])
    .select(['subscriptions.created_at', 'hash', 'width', 'height', 'color', 'widths'])
    .where('user_id', '=', userId)
    .orderBy('game_id')
    .orderBy('ends_at', 'desc')
    .orderBy(sql`subscriptions.created_at`, 'desc')
    .execute()
  return rows
    .sort((a, b) => b.ends_at.getTime() - a.ends_at.getTime())
    .map(({ hash, ...row }) => ({
      id: row.id,
      game_id: row.game_id,
      game_name: row.name,
      game_image: hash ? pictureOf({ hash, ...row } as ImageRow) : null,
      purchasable: !row.disabled,
      created_at: row.created_at,
      term_length: row.term_length,
    }))
}
