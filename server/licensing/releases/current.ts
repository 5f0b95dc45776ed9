import { sql } from 'kysely'
import type { Database } from '#server/kernel/database/database.ts'

type Current = {
  repo: string
  /** Null for the loader. */
  product: { id: number; name: string } | null
  version: string
  percent: number
  since: Date
}

/** Stable releases, for the modules that only one product uses. `loader` has the loader's. */
export async function listCurrent(db: Database): Promise<Current[]> {
  const { rows } = await sql<Current>`
    (select 'loader' as repo, null::json as product, version, percent, promoted_at as since
       from loader_releases
       join loader_promotions on release_id = loader_releases.id
      where product_id is null and rolled_back_at is null and percent > 0
        and loader_promotions.channel = 'stable'
        and exists (select from modules where repo = 'loader')
      order by loader_promotions.id desc limit 1)
    union all
    (select repo, json_build_object('id', products.id, 'name', products.name) as product,
           version, percent, promoted_at as since
      from (
        select repo, min(product_id) as product_id
          from product_modules join products on products.id = product_id
         where not hidden and repo <> 'loader'
         group by repo having count(*) = 1) as own
      join products on products.id = own.product_id
      join lateral (
        select version, percent, promoted_at
          from loader_releases
          join loader_promotions on release_id = loader_releases.id
         where loader_releases.product_id = products.id and rolled_back_at is null
           and loader_promotions.channel = 'stable' and percent > 0
         order by loader_promotions.id desc limit 1) as top on true
     order by products.position, products.id, repo limit 500)`.execute(db)
  return rows
}
