import type * as z from 'zod'
import { staffUsers } from '#contract/people/staff-users.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import type { Staff } from '#server/platform/logs/staff.ts'
import { requirePassword, wrongPassword } from '#server/platform/sessions/current-password.ts'
import { getUser } from '#server/platform/users/users.ts'

type Changes = z.output<typeof staffUsers.change.body>

const field = { loc: ['body', 'current_password'] }

/** Prevents a takeover by a stolen session. Returns a check that the password is still current. */
export async function proveOwnAddress(
  db: Database,
  staff: Staff,
  userId: number,
  { email, current_password: password }: Changes,
) {
  const isOwn = userId === staff.id && email !== undefined
  const moves = isOwn && (await getUser(db, userId)).email !== email
  if (moves && !password) {
    throw new Refusal(staffUsers.change.refusals.own_password_needed, field)
  }
  const proven = moves ? await requirePassword(db, userId, password!, field) : undefined
  return (currentHash: string | null) => {
    if (isOwn && currentHash !== proven) throw wrongPassword(field)
  }
}
