import { sql } from 'kysely'
import { mostListed } from '#contract/wire/listed.ts'
import { productRefusals } from '#contract/wire/product-refusals.ts'
import { monthsOf, type PlanRule } from '#contract/wire/terms.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { addHeadingIds } from '#server/platform/media/heading-ids.ts'
import type { ImageRow } from '#server/platform/media/images.ts'
import { pictureOf } from '#server/platform/media/images.ts'
import { htmlOf } from '#server/platform/media/kept-html.ts'
import { detailsOf, listScreenshots } from './details.ts'
import { plansOf, runningSale } from './plans.ts'

export function selectProducts(db: Database) {
  return db
    .selectFrom('products')
    .leftJoin('images', 'images.id', 'products.image_id')
    .select([
      'products.id',
      'products.slug',
      'products.name',
      'products.price_cents',
      'products.description',
      'products.hidden',
      'products.disabled',
      'products.featured',
      'products.category',
      'products.popular',
      'products.plans',
      'products.ends_in_99',
      'products.sale_to',
      'products.sale_from',
      'products.sale_percent as planned_percent',
      runningSale.as('sale_percent'),
      'images.hash',
      'images.width',
      'images.height',
      'images.color',
      'images.widths',
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof selectProducts>['executeTakeFirstOrThrow']>>

export function presentProduct<R extends Row>({
  price_cents,
  hash,
  width,
  height,
  color,
  widths,
  plans: ownPlans,
  ends_in_99,
  sale_percent,
  sale_to,
  sale_from,
  planned_percent,
  ...product
}: R) {
  const plans = plansOf({
    price_cents,
    plans: ownPlans as PlanRule[] | null,
    ends_in_99,
    sale_percent,
  })
  const image = hash ? pictureOf({ hash, width, height, color, widths } as ImageRow) : null
  return {
    ...product,
    price: price_cents,
    terms: plans.map(({ plan, popular, savings, ...price }) => ({
      months: monthsOf(plan),
      ...{ plan, popular, savings },
      price: price.cents,
      list_price: price.listCents,
      regular_price: price.regularCents,
    })),
    sale: sale_percent === null ? null : { percent: sale_percent, until: sale_to! },
    image,
    imageUrl: image?.src ?? null,
  }
}

export async function listProducts(db: Database) {
  const rows = await selectProducts(db)
    .where('hidden', '=', false)
    .orderBy('position')
    .orderBy('products.id')
    .limit(mostListed)
    .execute()
  return rows.map(presentProduct)
}

/** Returns any product, including unlisted and disabled ones. Throws `unknown_product`. */
export async function getProduct(db: Database, id: number) {
  const row = await selectProducts(db)
    .select([
      'products.html',
      'products.rendered_from',
      'products.device_limit',
      'products.details',
    ])
    .where('products.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal(productRefusals.unknown_product)
  const { html, rendered_from, device_limit, details, ...product } = row
  const { screenshots, ...lists } = detailsOf({ details })
  return {
    ...presentProduct(product),
    description_html: addHeadingIds(htmlOf(product.description, { html, rendered_from })),
    latest: await findLatestVersion(db, id),
    devices: device_limit,
    ...lists,
    screenshots: await listScreenshots(db, screenshots),
  }
}

/** The newest published stable version, or the newest beta if there is no stable one. */
async function findLatestVersion(db: Database, productId: number) {
  const latest = await db
    .selectFrom('loader_releases')
    .innerJoin('loader_promotions', 'loader_promotions.release_id', 'loader_releases.id')
    .select('version')
    .select(({ fn }) => fn.min('promoted_at').as('published_at'))
    .where('product_id', '=', productId)
    .where('rolled_back_at', 'is', null)
    .where('percent', '>', 0)
    .groupBy('loader_releases.id')
    .orderBy(sql`loader_releases.channel = 'stable'`, 'desc')
    .orderBy('published_at', 'desc')
    .orderBy('loader_releases.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return latest ?? null
}
