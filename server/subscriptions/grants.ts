import { productRefusals } from '#contract/products.ts'
import { staffSubscriptions } from '#contract/staff-subscriptions.ts'
import { daysOf, isLifetime, type Plan } from '#contract/terms.ts'
import { record } from '#server/events/record.ts'
import { type Database, transaction } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Staff } from '#server/logs/staff.ts'
import { lockUser } from '#server/users/users.ts'
import { grantTime, revokeTime } from './ledger.ts'
import { planToSeconds } from './time.ts'

/** Gives a user time on a product and answers the run that has it. Throws 404. */
export function grantPlan(
  db: Database,
  staff: Staff,
  userId: number,
  { productId, plan }: { productId: number; plan: Plan },
) {
  return transaction(db, async (tx) => {
    await lockUser(tx, userId)
    const product = await getProduct(tx, productId)
    const seconds = planToSeconds(plan)
    const entry = await grantTime(tx, {
      userId,
      productId,
      seconds,
      cause: 'grant',
      actorId: staff.id,
    })
    await record(tx, 'subscription.granted', {
      userId,
      staff,
      data: { product_id: productId, product: product.name, days: daysOf(plan) },
    })
    const run = await tx
      .selectFrom('subscriptions')
      .innerJoin('time_entries', 'subscription_id', 'subscriptions.id')
      .select(['subscriptions.id', 'subscriptions.created_at', 'term_length'])
      .where('time_entries.id', '=', entry!)
      .executeTakeFirstOrThrow()
    const lifetime = isLifetime(run.term_length)
    return { ...run, lifetime, uid: userId, game_id: productId, product_name: product.name }
  })
}

/**
 * Takes the time that a user has left on a product, and has card renewals stopped that would buy more
 * of it. Throws 404, and 409 when none is left.
 */
export function revokeProduct(db: Database, staff: Staff, userId: number, productId: number) {
  return transaction(db, async (tx) => {
    await lockUser(tx, userId)
    const [taken] = await revokeTime(tx, { userId, productId, actorId: staff.id })
    if (!taken) throw new Refusal(staffSubscriptions.remove.refusals.no_time_left)
    const { name } = await getProduct(tx, productId)
    await record(tx, 'subscription.revoked', {
      userId,
      staff,
      data: { product_id: productId, product: name, seconds_left: taken.seconds },
    })
  })
}

async function getProduct(db: Database, id: number) {
  const product = await db
    .selectFrom('products')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!product) throw new Refusal(productRefusals.unknown_product)
  return product
}
