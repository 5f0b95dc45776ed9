import { sql } from 'kysely'
import { productRefusals } from '#contract/products.ts'
import type { Database } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { presentProduct, selectProducts } from './products.ts'

type Wanted = { page: number; limit: number; search?: string | undefined }

/** A page of all products, hidden and disabled ones too, and how many there are in all. */
export async function listStaffProducts(db: Database, { page, limit, search }: Wanted) {
  const pattern = `%${search?.replace(/[\\%_]/g, '\\$&')}%`
  const [rows, { total }] = await Promise.all([
    selectStaffProducts(db)
      .$if(Boolean(search), (query) => query.where('products.name', 'ilike', pattern))
      .orderBy('products.position')
      .orderBy('products.id')
      .limit(limit)
      .offset(page * limit)
      .execute(),
    db
      .selectFrom('products')
      .$if(Boolean(search), (query) => query.where('products.name', 'ilike', pattern))
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { products: rows.map(present), total }
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
    inUse.as('in_use'),
  ])
}

/** Orders and subscriptions refer to the product, so its row must stay. */
export const inUse = sql<boolean>`
  (exists (select from order_items where product_id = products.id)
    or exists (select from subscriptions where product_id = products.id))`

function present({
  discord_role_id,
  in_use,
  ...product
}: Awaited<ReturnType<ReturnType<typeof selectStaffProducts>['executeTakeFirstOrThrow']>>) {
  return { ...presentProduct(product), discordRoleId: discord_role_id, in_use }
}
