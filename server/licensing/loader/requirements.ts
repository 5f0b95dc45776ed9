import type { loader } from '#contract/licensing/loader.ts'
import type { Returned } from '#contract/wire/endpoint.ts'
import { running } from '#server/access/subscriptions/running.ts'
import { detailsOf } from '#server/catalogue/products/details.ts'
import type { Database } from '#server/kernel/database/database.ts'

/** What the products need that the customer subscribes to, as staff have listed it. */
export async function listRequirements(
  db: Database,
  userId: number,
): Promise<Returned<typeof loader.requirements>> {
  const products = await db
    .selectFrom('products')
    .select(['id', 'name', 'details'])
    .where('id', 'in', (query) =>
      query
        .selectFrom('subscriptions')
        .select('product_id')
        .where('user_id', '=', userId)
        .where(running),
    )
    .orderBy('name')
    .orderBy('id')
    .execute()
  return products
    .map(({ id, name, details }) => ({
      id,
      name,
      requirements: detailsOf({ details }).requirements,
    }))
    .filter(({ requirements }) => requirements.length > 0)
}
