import { sql } from 'kysely'
import type { ProductDetails } from '#contract/catalogue/product-details.ts'
import type { loader } from '#contract/licensing/loader.ts'
import type { Returned } from '#contract/wire/endpoint.ts'
import { running } from '#server/access/subscriptions/running.ts'
import type { Database } from '#server/kernel/database/database.ts'

const requirements = sql<ProductDetails['requirements']>`details -> 'requirements'`

/** Lists the requirements that staff entered for the products of the customer's subscriptions. */
export async function listRequirements(
  db: Database,
  userId: number,
): Promise<Returned<typeof loader.requirements>> {
  return db
    .selectFrom('products')
    .select(['id', 'name', requirements.as('requirements')])
    .where('id', 'in', (query) =>
      query
        .selectFrom('subscriptions')
        .select('product_id')
        .where('user_id', '=', userId)
        .where(running),
    )
    .where(sql<boolean>`details -> 'requirements' <> '[]'`)
    .orderBy('name')
    .orderBy('id')
    .execute()
}
