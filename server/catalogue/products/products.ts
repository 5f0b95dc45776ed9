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

/** Returns a product row with its picture. */
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

/** Returns the products that the store lists, in store order. */
export async function listProducts(db: Database) {
  const rows = await selectProducts(db)
    .where('hidden', '=', false)
    .orderBy('position')
    .orderBy('products.id')
    .limit(mostListed)
    .execute()
  return rows.map(presentProduct)
}

const changelog = sql<boolean>`exists (
  select from loader_promotions
    join loader_releases on loader_releases.id = release_id
   where product_id = products.id and rolled_back_at is null and percent > 0)`

/** Returns any product, including unlisted and disabled ones. Throws `unknown_product`. */
export async function getProduct(db: Database, id: number) {
  const row = await selectProducts(db)
    .select(['products.html', 'products.rendered_from'])
    .select(changelog.as('changelog'))
    .where('products.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal(productRefusals.unknown_product)
  const { html, rendered_from, changelog: published, ...product } = row
  const description_html = addHeadingIds(htmlOf(product.description, { html, rendered_from }))
  return { ...presentProduct(product), description_html, changelog: published }
}
