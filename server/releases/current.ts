import { sql } from 'kysely'
import type { Database } from '#server/kernel/database.ts'

type Current = {
  repo: string
  product: { id: number; name: string }
  version: string
  percent: number
  since: Date
}

/**
 * The stable release that tops the pile of each product, by the modules that it alone needs: one that
 * several share, such as the loader, is of none of them.
 */
export async function listCurrent(db: Database): Promise<Current[]> {
  const { rows } = await sql<Current>`
    select repo, json_build_object('id', products.id, 'name', products.name) as product,
           version, percent, promoted_at as since
      from (
        select repo, min(product_id) as product_id
          from product_modules join products on products.id = product_id
         where not hidden
         group by repo having count(*) = 1) as own
      join products on products.id = own.product_id
      join lateral (
        select version, percent, promoted_at
          from loader_releases
          join loader_promotions on release_id = loader_releases.id
         where loader_releases.product_id = products.id and rolled_back_at is null
           and loader_promotions.channel = 'stable' and percent > 0
         order by loader_promotions.id desc limit 1) as top on true
     order by products.position, products.id, repo limit 500`.execute(db)
  return rows
}
