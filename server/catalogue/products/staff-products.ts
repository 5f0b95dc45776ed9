import { sql } from 'kysely'
import { productRefusals } from '#contract/wire/product-refusals.ts'
import type { PlanRule } from '#contract/wire/terms.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { containing } from '#server/kernel/lists/like.ts'
import { type Page, pageOf } from '#server/kernel/lists/page.ts'
import { detailsOf } from './details.ts'
import { saleOf } from './plans.ts'
import { presentProduct, selectProducts } from './products.ts'

type Wanted = Page & { search?: string | undefined }

/** Returns a page of all products, including hidden and disabled ones, and the total number. */
export async function listStaffProducts(db: Database, { search, ...page }: Wanted) {
  const matching = selectStaffProducts(db)
    .$if(Boolean(search), (query) => query.where('products.name', 'ilike', containing(search!)))
    .orderBy('products.position')
    .orderBy('products.id')
  const { rows, total } = await pageOf(matching, page)
  return { games: rows.map(present), total }
}

/** Throws `unknown_product`. */
export async function getStaffProduct(db: Database, id: number) {
  const row = await selectStaffProducts(db).where('products.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal(productRefusals.unknown_product)
  return present(row)
}

function selectStaffProducts(db: Database) {
  return selectProducts(db).select([
    'products.discord_role_id',
    'products.revision',
    'products.device_limit',
    'products.session_limit',
    'products.offline_hours',
    'products.loader_offline',
    'products.details',
    inUse.as('in_use'),
  ])
}

/** Tables whose foreign keys prevent a product from being deleted. */
export const referringTables = [
  'order_items',
  'subscriptions',
  'loader_releases',
  'renewals',
  'price_changes',
  'credit_batches',
  'time_credits',
  'pauses',
]

export const inUse = sql<boolean>`(${sql.join(
  referringTables.map(
    (table) => sql`exists (select from ${sql.table(table)} where product_id = products.id)`,
  ),
  sql` or `,
)})`

const toWire = ({ cents, ...rule }: PlanRule) => ({ ...rule, price: cents })

function present({
  discord_role_id,
  in_use,
  device_limit,
  session_limit,
  offline_hours,
  loader_offline,
  details,
  ...product
}: Awaited<ReturnType<ReturnType<typeof selectStaffProducts>['executeTakeFirstOrThrow']>>) {
  return {
    ...presentProduct(product),
    discordRoleId: discord_role_id,
    in_use,
    plans: (product.plans as PlanRule[] | null)?.map(toWire) ?? null,
    endsIn99: product.ends_in_99,
    deviceLimit: device_limit,
    sessionLimit: session_limit,
    offlineHours: offline_hours,
    loaderOffline: loader_offline,
    ...detailsOf({ details }),
    planned_sale: saleOf({ ...product, sale_percent: product.planned_percent }),
  }
}
