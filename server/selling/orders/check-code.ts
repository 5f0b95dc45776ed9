import { discountRefusals } from '#contract/catalogue/discounts.ts'
import { productRefusals } from '#contract/wire/product-refusals.ts'
import type { Plan } from '#contract/wire/terms.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { isRefusal, Refusal } from '#server/kernel/http/errors.ts'
import { priceItems } from './priced-items.ts'

type Wanted = {
  code: string
  /** Defaults to the product that the code belongs to. */
  productId: number | undefined
  /** Defaults to one month, or to the first plan of the product if it has no monthly plan. */
  plan: Plan | undefined
  userId: number | null
}

/** In cents, priced as an order of that user would be, and refused like one. Reserves nothing. */
export async function checkCode(db: Database, { code, productId, plan, userId }: Wanted) {
  const gid = productId ?? (await findProductOf(db, code))
  const price = async (asked: Plan) => {
    const [item] = await priceItems(db, [{ id: gid, plan: asked, discount: code }], userId, {
      // The other items of the order are unknown.
      subtotalCents: Number.POSITIVE_INFINITY,
    })
    return item!
  }
  let item = await price(plan ?? '1m')
  const first = item.plans[0]?.plan
  if (!plan && first && isRefusal(item.problem, productRefusals.plan_unavailable))
    item = await price(first)
  const { problem, discountProblem, discount, discountCents, saleCents, name } = item
  if (problem) throw problem
  if (discountProblem) throw discountProblem
  const { type, min_cents } = discount!
  return {
    ...{ code, gid, product_name: name!, type, plan: item.plan, min_order: min_cents },
    amount: discountCents - saleCents,
  }
}

async function findProductOf(db: Database, code: string): Promise<number> {
  const found = await db
    .selectFrom('discounts')
    .select('product_id')
    .where('code', '=', code)
    .executeTakeFirst()
  if (!found) throw new Refusal(discountRefusals.unknown_code)
  return found.product_id
}
