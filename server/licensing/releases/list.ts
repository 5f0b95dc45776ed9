import { sql } from 'kysely'
import { staffReleases } from '#contract/licensing/staff-releases.ts'
import type { Parsed } from '#contract/wire/endpoint.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { pageOf } from '#server/kernel/lists/page.ts'
import { htmlOf } from '#server/platform/media/kept-html.ts'
import { shownName } from '#server/platform/users/shown-name.ts'

export async function listReleases(
  db: Database,
  { kind, product, channel, ...page }: Parsed<typeof staffReleases.list>['query'],
) {
  const newestFirst = selectReleases(db)
    .$if(kind === 'loader', (query) => query.where('product_id', 'is', null))
    .$if(kind === 'module', (query) => query.where('product_id', 'is not', null))
    .$if(product !== undefined, (query) => query.where('product_id', '=', product!))
    .$if(channel !== undefined, (query) => query.where('loader_releases.channel', '=', channel!))
    .orderBy('loader_releases.id', 'desc')
  const { rows, total } = await pageOf(newestFirst, page)
  return { releases: rows.map(present), total }
}

export async function findRelease(db: Database, id: number) {
  const row = await selectReleases(db).where('loader_releases.id', '=', id).executeTakeFirst()
  return row && present(row)
}

/** Throws `unknown_release`. */
export async function getRelease(db: Database, id: number) {
  const found = await findRelease(db, id)
  if (!found) throw new Refusal(staffReleases.effects.refusals.unknown_release)
  return found
}

type Row = Awaited<ReturnType<ReturnType<typeof selectReleases>['executeTakeFirstOrThrow']>>

function present({ product_id, product_name, below, html, rendered_from, ...row }: Row) {
  return {
    ...row,
    previous: row.current ? below : null,
    kind: product_id === null ? ('loader' as const) : ('module' as const),
    product: product_id === null ? null : { id: product_id, name: product_name! },
    notes_html: row.notes && htmlOf(row.notes, { html, rendered_from }),
  }
}

type Counts = { ready: number; building: number; failed: number }

const promoted = sql<boolean>`exists (
  select from loader_promotions
   where release_id = loader_releases.id and rolled_back_at is null)`

const isCurrent = sql<boolean>`loader_releases.id is not distinct from (
  select release_id from loader_promotions
    join loader_releases standing on standing.id = release_id
   where rolled_back_at is null and loader_promotions.channel = loader_releases.channel
     and standing.product_id is not distinct from loader_releases.product_id
   order by loader_promotions.id desc limit 1)`

const below = sql<string | null>`(
  select standing.version from loader_promotions
    join loader_releases standing on standing.id = release_id
   where rolled_back_at is null and loader_promotions.channel = loader_releases.channel
     and standing.product_id is not distinct from loader_releases.product_id
   order by loader_promotions.id desc limit 1 offset 1)`

function selectReleases(db: Database) {
  return db
    .selectFrom('loader_releases')
    .leftJoin('users', 'users.id', 'created_by')
    .leftJoin('products', 'products.id', 'product_id')
    .leftJoin('api_keys', 'api_keys.id', 'api_key_id')
    .select([
      'loader_releases.id',
      'product_id',
      'products.name as product_name',
      'version',
      'channel',
      'minimum',
      'percent',
      'notes',
      'loader_releases.html',
      'loader_releases.rendered_from',
      'size',
      'sha256',
      sql<number>`case when signed then 0 else cardinality(slots) end`.as('slots'),
      'signed',
      'loader_releases.revision',
      'loader_releases.created_at',
      'api_keys.name as api_key',
    ])
    .select([isCurrent.as('current'), promoted.as('offered'), below.as('below')])
    .select(shownName<string | null>().as('created_by'))
    .select(
      sql<Counts>`(
        select json_build_object(
          'ready', count(*) filter (where status = 'ready' and discarded_at is null),
          'building', count(*) filter (where status = 'building'),
          'failed', count(*) filter (where status = 'failed'))
        from loader_builds where release_id = loader_releases.id
      )`.as('builds'),
    )
}
