import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/kernel/database.ts'
import { type Asking, offerOf, type Promoted } from './offer.ts'

/** What could be offered lies above the newest that everybody gets. */
const most = 100

/** The loader, or the product whose module it is: its id, or the column that has it. */
type Track = 'loader' | RawBuilder<number>

/**
 * As JSON, what is promoted of a track: the newest first, down to what everybody gets in each channel,
 * or with `whole` what lies below that, too. It is read with every validation, so an index leads to it.
 */
export function promotedJson(track: Track, { whole = false } = {}): RawBuilder<Promoted[]> {
  const ofTrack = track === 'loader' ? sql`product_id is null` : sql`product_id = ${track}`
  return sql<Promoted[]>`(
    select coalesce(json_agg(json_build_object(
             'release', release, 'version', version, 'minimum', minimum,
             'channel', channel, 'percent', percent) order by promotion desc), '[]')
      from (
        select * from (
          select promotions.id as promotion, releases.id as release, version, minimum,
                 promotions.channel, percent,
                 bool_or(percent = 100) over (
                   partition by promotions.channel order by promotions.id desc
                   rows between unbounded preceding and 1 preceding) as covered
            from loader_releases releases
            join loader_promotions promotions on release_id = releases.id
           where rolled_back_at is null and ${ofTrack}) as standing
         where ${sql.lit(whole)} or covered is not true
         order by promotion desc
         limit ${sql.lit(most)}) as offered)`
}

/** Of the loader where `product` is null, else of that product's module. */
export async function listPromoted(
  db: Database,
  product: number | null,
  pile: { whole?: boolean } = {},
): Promise<Promoted[]> {
  const track = product === null ? 'loader' : sql<number>`${product}::bigint`
  const { rows } = await sql<{ promoted: Promoted[] }>`
    select ${promotedJson(track, pile)} as promoted`.execute(db)
  return rows[0]!.promoted
}

/** The loader that is offered to a customer; undefined when none is. */
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
