import { staffUsers } from '#contract/people/staff-users.ts'
import type { Tx } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { ofStaff, reachable } from '#server/platform/users/living.ts'

/** Throws 409 for the last one. Locks all in the same order, so a second change sees the first. */
export async function keepAnAdmin(tx: Tx, userId: number) {
  const admins = await tx
    .selectFrom('users')
    .select('id')
    // Uses the small index of staff.
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
