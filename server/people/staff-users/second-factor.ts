import { sql } from 'kysely'
import { formerStaffDays, staffUsers } from '#contract/people/staff-users.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { record } from '#server/platform/events/record.ts'
import type { Staff } from '#server/platform/logs/staff.ts'
import type { Sender } from '#server/platform/mail/frame.ts'
import { dropFactor } from '#server/platform/sessions/factor-codes.ts'
import { tellFactor } from '#server/platform/sessions/factor-mails.ts'
import { lockUser } from '#server/platform/users/users.ts'

/** Throws 404, and 409 for current and recent staff, whom an administrator could impersonate. */
export function removeSecondFactor(
  db: Database,
  sender: Sender,
  staff: Staff,
  { userId, reason }: { userId: number; reason: string },
) {
  const { refusals } = staffUsers.removeSecondFactor
  return transaction(db, async (tx) => {
    const user = await lockUser(tx, userId)
    if (user.admin || user.support) throw new Refusal(refusals.second_factor_of_staff)
    if (await wasStaff(tx, userId)) throw new Refusal(refusals.second_factor_of_former_staff)
    if (!(await dropFactor(tx, userId))) throw new Refusal(refusals.no_second_factor)
    await record(tx, 'second_factor.removed', { userId, staff, data: { reason } })
    await tellFactor(tx, sender, user, 'removed')
  })
}

/** Events are retained for longer than these days. A ban's event can include the lost role. */
async function wasStaff(tx: Tx, userId: number) {
  const lost = await tx
    .selectFrom('events')
    .select('id')
    .where('user_id', '=', userId)
    .where('created_at', '>', sql<Date>`now() - make_interval(days => ${formerStaffDays})`)
    .where(
      sql<boolean>`data -> 'before' @> any (array['{"admin": true}', '{"support": true}']::jsonb[])`,
    )
    .executeTakeFirst()
  return lost !== undefined
}
