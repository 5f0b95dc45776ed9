import { staffUsers } from '#contract/staff-users.ts'
import type { Tx } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { ofStaff, reachable } from '#server/users/living.ts'

/**
 * Lets a change take the rights of this user away unless they are the last who can administrate.
 * Throws 409 then. Holds all administrators until the transaction ends, always in the same order, so
 * that of two changes at once the second sees what the first left.
 */
export async function keepAnAdmin(tx: Tx, userId: number) {
  const admins = await tx
    .selectFrom('users')
    .select('id')
    // By the index of the staff, who are few.
    .where(ofStaff)
    .where('admin', '=', true)
    .where(reachable)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const among = admins.some(({ id }) => id === userId)
  if (among && admins.length === 1) {
    throw new Refusal(staffUsers.remove.refusals.last_admin)
  }
}
