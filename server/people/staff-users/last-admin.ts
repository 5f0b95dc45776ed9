import { staffUsers } from '#contract/people/staff-users.ts'
import type { Tx } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { ofStaff, reachable } from '#server/platform/users/living.ts'

/**
 * Allows a change to remove this user's rights, unless they are the last active administrator.
 * Throws 409 then. Locks all administrators until the transaction ends, always in the same order.
 * Of two concurrent changes, the second therefore sees the result of the first.
 */
export async function keepAnAdmin(tx: Tx, userId: number) {
  const admins = await tx
    .selectFrom('users')
    .select('id')
    // Uses the index of staff, who are few.
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
