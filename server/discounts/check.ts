import type { Months } from '#contract/wire.ts'
import type { Database } from '#server/kernel/database.ts'
import { priceItems } from '#server/orders/priced-items.ts'

/**
 * What a code takes off a game's term, in cents, priced as an order would be; reserves nothing.
 * Throws the refusal that an order with it would be answered with.
 */
export async function checkCode(db: Database, code: string, gameId: number, months: Months) {
  const [item] = await priceItems(db, [{ id: gameId, term_length: months, discount: code }])
  const { problem, discountProblem, discount, discountCents } = item!
  if (problem) throw problem
  if (discountProblem) throw discountProblem
  const { type } = discount!
  return { code, gid: gameId, type, amount: discountCents }
}
