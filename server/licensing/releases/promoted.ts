import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/kernel/database/database.ts'
import { type Asking, offerOf, type Promoted } from './offer.ts'

/** Per track and channel. Releases below the newest one that reaches everyone are never offered. */
const most = 100

/**
 * Returns the promoted releases of `tracks`, an SQL condition, newest first: down to the one that
 * reaches everyone, or with `whole`, all. Every validation runs this query, so it uses an index.
 */
export function promotedJson(
  tracks: RawBuilder<unknown>,
  { whole = false } = {},
): RawBuilder<(Promoted & { module: boolean })[]> {
  return sql`(
    select coalesce(json_agg(json_build_object(
             'module', module, 'release', release, 'version', version, 'minimum', minimum,
             'channel', channel, 'percent', percent) order by promotion desc), '[]')
      from (
        select promotions.id as promotion, releases.id as release, version, minimum,
               promotions.channel, percent, product_id is not null as module,
               bool_or(percent = 100) over newer as covered, count(*) over newer as above
          from loader_releases releases
          join loader_promotions promotions on release_id = releases.id
         where rolled_back_at is null and (${tracks})
        window newer as (
          partition by product_id, promotions.channel order by promotions.id desc
          rows between unbounded preceding and 1 preceding)) as standing
     where (${sql.lit(whole)} or covered is not true) and above < ${sql.lit(most)})`
}

export async function listPromoted(
  db: Database,
  product: number | null,
  pile: { whole?: boolean } = {},
): Promise<Promoted[]> {
  const track = product === null ? sql`product_id is null` : sql`product_id = ${product}::bigint`
  const { rows } = await sql<{ promoted: Promoted[] }>`
    select ${promotedJson(track, pile)} as promoted`.execute(db)
  return rows[0]!.promoted
}

export async function offeredLoader(db: Database, userId: number) {
  return offerOf(await listPromoted(db, null), await findAsking(db, userId))
}

export async function findAsking(db: Database, userId: number): Promise<Asking> {
  const tester = await db
    .selectFrom('beta_testers')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return { uid: userId, beta: tester !== undefined }
}
