import { discountRefusals } from '#contract/discounts.ts'
import type { Plan } from '#contract/terms.ts'
import type { Database } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { priceItems } from './priced-items.ts'

type Wanted = {
  code: string
  /** The product that the code is of when left out. */
  productId: number | undefined
  plan: Plan
  userId: number | null
}

/**
 * What a code takes off a product's term, in cents, priced as an order of that user would be; reserves
 * nothing. Throws the refusal that an order with it would be answered with.
 */
export async function checkCode(db: Database, { code, productId, plan, userId }: Wanted) {
  const gid = productId ?? (await findProductOf(db, code))
  const wanted = [{ id: gid, plan, discount: code }]
  const [item] = await priceItems(db, wanted, userId)
  const { problem, discountProblem, discount, discountCents, saleCents, name } = item!
  if (problem) throw problem
  if (discountProblem) throw discountProblem
  const { type } = discount!
  return { code, gid, product_name: name!, type, amount: discountCents - saleCents }
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
