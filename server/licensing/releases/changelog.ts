import { productRefusals } from '#contract/wire/product-refusals.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { htmlOf } from '#server/platform/media/kept-html.ts'

const most = 100

/** Last published first. Throws `unknown_product`. */
export async function getChangelog(db: Database, productId: number) {
  const product = await db
    .selectFrom('products')
    .select(['id', 'name'])
    .where('id', '=', productId)
    .executeTakeFirst()
  if (!product) throw new Refusal(productRefusals.unknown_product)
  const rows = await db
    .selectFrom('loader_releases')
    .innerJoin('loader_promotions', 'loader_promotions.release_id', 'loader_releases.id')
    .select([
      'loader_releases.id',
      'version',
      'loader_releases.channel',
      'notes',
      'html',
      'rendered_from',
    ])
    .select(({ fn }) => fn.min('promoted_at').as('published_at'))
    .where('product_id', '=', productId)
    .where('rolled_back_at', 'is', null)
    .where('percent', '>', 0)
    .groupBy('loader_releases.id')
    .orderBy('published_at', 'desc')
    .orderBy('loader_releases.id', 'desc')
    .limit(most)
    .execute()
  const entries = rows.map(({ notes, html, rendered_from, ...row }) => ({
    ...row,
    notes_html: notes && htmlOf(notes, { html, rendered_from }),
  }))
  return { product, entries }
}
