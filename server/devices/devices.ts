import { sql } from 'kysely'
import { record } from '#server/events/record.ts'
import { type Database, transaction } from '#server/kernel/database.ts'
import type { Staff } from '#server/logs/staff.ts'
import { lockUser } from '#server/users/users.ts'

/** Lets go of the machine that a user's loader is bound to: the next one takes its place. Throws 404. */
export function resetHwid(db: Database, staff: Staff, userId: number) {
  return transaction(db, async (tx) => {
    await lockUser(tx, userId)
    const released = await tx
      .updateTable('devices')
      .set({ released_at: sql`now()` })
      .where('user_id', '=', userId)
      .where('released_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    await record(tx, 'device.released', {
      staff,
      userId,
      data: { before: { device: released?.id ?? null }, after: { device: null } },
    })
  })
}
