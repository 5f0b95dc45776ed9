import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/kernel/database.ts'
import { type Asking, offerOf, type Promoted } from './offer.ts'

/** What could be offered lies above the newest that everybody gets. */
const most = 100

/**
 * As JSON, what is promoted of a product's module, or of the loader where `product` is null: the newest
 * first, down to what everybody gets in each channel, or with `whole` what lies below that, too.
 */
export function promotedJson(
  product: RawBuilder<unknown>,
  { whole = false } = {},
): RawBuilder<Promoted[]> {
  return sql<Promoted[]>`(
    select coalesce(json_agg(json_build_object(
             'release', release, 'version', version, 'minimum', minimum,
             'channel', channel, 'percent', percent) order by promotion desc), '[]')
      from (
        select promotions.id as promotion, releases.id as release, version, minimum,
               promotions.channel, percent
          from loader_promotions promotions
          join loader_releases releases on releases.id = release_id
         where rolled_back_at is null and product_id is not distinct from ${product}
           and (${sql.lit(whole)} or not exists (
             select from loader_promotions newer
               join loader_releases whole on whole.id = newer.release_id
              where newer.rolled_back_at is null and newer.id > promotions.id
                and newer.channel = promotions.channel and whole.percent = 100
                and whole.product_id is not distinct from ${product}))
         order by promotions.id desc
         limit ${sql.lit(most)}) as standing)`
}

/** Of the loader where `product` is null, else of that product's module. */
export async function listPromoted(
  db: Database,
  product: number | null,
  pile: { whole?: boolean } = {},
): Promise<Promoted[]> {
  const { rows } = await sql<{ promoted: Promoted[] }>`
    select ${promotedJson(sql`${product}::bigint`, pile)} as promoted`.execute(db)
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
