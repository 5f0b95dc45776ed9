import { defaultPlans, type PlanRule } from '#contract/terms.ts'
import type { Database } from '#server/kernel/database.ts'

/** More than any shop has. */
const most = 1000

/** What time can be given of: all products, in the order of the store. */
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
