import { staffSubscriptions } from '#contract/access/staff-subscriptions.ts'
import { type Database, transaction } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { record } from '#server/platform/events/record.ts'
import type { Staff } from '#server/platform/logs/staff.ts'
import { lockUser } from '#server/platform/users/users.ts'
import { getProduct } from './gifts.ts'
import { revokeTime } from './ledger.ts'

/** Stops the product's card renewals too. Throws 404, and 409 if no time is left. */
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
