import { record } from '#server/events/record.ts'
import { type Database, transaction } from '#server/kernel/database.ts'
import type { Staff } from '#server/logs/staff.ts'
import { lockUser } from '#server/users/users.ts'
import { noteHistory } from './bind.ts'
import { letGo } from './release.ts'

/** Lets go of the computers that a user's loader is bound to: others can take their places. Throws 404. */
export function resetHwid(db: Database, staff: Staff, userId: number) {
  return transaction(db, async (tx) => {
    await lockUser(tx, userId)
    const bound = await tx
      .selectFrom('devices')
      .select('id')
      .where('user_id', '=', userId)
      .where('released_at', 'is', null)
      .orderBy('id')
      .execute()
    const ids = bound.map(({ id }) => id)
    await letGo(tx, ids)
    for (const device of ids)
      await noteHistory(tx, { userId, device, kind: 'reset', actor: staff.id })
    await record(tx, 'device.released', {
      staff,
      userId,
      data: { before: { device: ids[0] ?? null }, after: { device: null } },
    })
  })
}
