import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import { csvHead, csvLine } from '#contract/catalogue/discounts-csv.ts'
import { staffDiscounts } from '#contract/catalogue/staff-discounts.ts'
import type { Parsed } from '#contract/wire/endpoint.ts'
import { productRefusals } from '#contract/wire/product-refusals.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { allOf } from '#server/kernel/lists/conditions.ts'
import { exportCsv } from '#server/kernel/lists/csv-export.ts'
import { containing } from '#server/kernel/lists/like.ts'
import { type Page, pageOf } from '#server/kernel/lists/page.ts'
import { present } from './codes.ts'
import { type Discount, discountColumns } from './validity.ts'

type Query = Parsed<typeof staffDiscounts.list>['query']
type Filters = Pick<Query, 'search' | 'product' | 'state'>

type Listed = Discount & { product_name: string }

const productName = sql<string>`(select name from products where products.id = product_id)`

const isUsedUp = sql<boolean>`(max_uses > 0 and used_count >= max_uses)`
const isInPeriod = sql<boolean>`(starts_at <= now() and ends_at > now())`

const inState = {
  active: sql<boolean>`${isInPeriod} and not ${isUsedUp}`,
  scheduled: sql<boolean>`starts_at > now()`,
  expired: sql<boolean>`ends_at <= now()`,
  used_up: sql<boolean>`${isInPeriod} and ${isUsedUp}`,
}

const matching = ({ search, product, state }: Filters) =>
  allOf(
    search !== undefined && sql`code like ${containing(search.toUpperCase())}`,
    product !== undefined && sql`product_id = ${product}`,
    state && inState[state],
  )

/** A page of the codes of all products. */
export async function listCodes(db: Database, { sort, ...query }: Query) {
  const codes = db
    .selectFrom('discounts')
    .select(discountColumns)
    .select(productName.as('product_name'))
    .where(matching(query))
    .orderBy(sort.endsWith('added') ? 'id' : 'code', sort.startsWith('-') ? 'desc' : 'asc')
  const { rows, total } = await pageOf(codes, query)
  return { discounts: rows.map(presentListed), total }
}

const presentListed = ({ product_name, ...discount }: Listed) => ({
  ...present(discount),
  product_name,
})

/** A page of the codes of a product, in the order they were added. Throws 404. */
export async function listCodesOfProduct(db: Database, productId: number, page: Page) {
  const product = await db
    .selectFrom('products')
    .select('id')
    .where('id', '=', productId)
    .executeTakeFirst()
  if (!product) throw new Refusal(productRefusals.unknown_product)
  return listCodes(db, { ...page, product: productId, sort: 'added' })
}

/** Exports all matching codes. Throws 409 while another export of that user runs. */
export function exportCodes(db: Database, userId: number, filters: Filters): Promise<Readable> {
  return exportCsv<Listed>(db, {
    name: `discount export ${userId}`,
    busy: staffDiscounts.export.refusals.exporting_codes_already,
    query: sql`
      select *, ${productName} as product_name from discounts
       where ${matching(filters)} order by id desc`,
    head: csvHead,
    line: (row) => csvLine({ ...presentListed(row), min_order: row.min_cents / 100 }),
  })
}
