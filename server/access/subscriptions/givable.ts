import { defaultPlans, type PlanRule } from '#contract/wire/terms.ts'
import type { Database } from '#server/kernel/database/database.ts'

/** Far more products than a shop has. */
const most = 1000

/** Lists the products that time can be granted for: all products, in the order of the store. */
export async function listGivable(db: Database) {
  const products = await db
    .selectFrom('products')
    .select(['id', 'name', 'plans'])
    .orderBy('position')
    .orderBy('id')
    .limit(most)
    .execute()
  return products.map(({ id, name, plans }) => ({
    id,
    name,
    plans: ((plans as PlanRule[] | null) ?? defaultPlans).map(({ plan }) => plan),
  }))
}
