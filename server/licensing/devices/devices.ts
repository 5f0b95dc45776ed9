import { staffDevices } from '#contract/licensing/staff-devices.ts'
import { type Database, transaction } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { clock } from '#server/kernel/time/clock.ts'
import { record } from '#server/platform/events/record.ts'
import type { Staff } from '#server/platform/logs/staff.ts'
import { lockUser } from '#server/platform/users/users.ts'
import { noteHistory } from './bind.ts'
import { nextReleaseAt, type ReleaseRules } from './cooldown.ts'
import { letGo } from './release.ts'

type Reset = {
  userId: number
  device?: number
  reason?: string | undefined
}

/** Frees the slots of the devices. Throws 404, also if the given device was released already. */
export function resetDevices(db: Database, staff: Staff, { userId, device, reason }: Reset) {
  return transaction(db, async (tx) => {
    await lockUser(tx, userId)
    const bound = await tx
      .selectFrom('devices')
      .select('id')
      .where('user_id', '=', userId)
      .where('released_at', 'is', null)
      .$if(device !== undefined, (query) => query.where('id', '=', device!))
      .orderBy('id')
      .execute()
    const ids = bound.map(({ id }) => id)
    if (device !== undefined && ids.length === 0)
      throw new Refusal(staffDevices.reset.refusals.unknown_user_device)
    await letGo(tx, userId, ids)
    const why = reason === undefined ? {} : { reason }
    for (const released of ids)
      await noteHistory(tx, {
        userId,
        device: released,
        kind: 'reset',
        actor: staff.id,
        details: why,
      })
    await record(tx, 'device.released', {
      staff,
      userId,
      data: { ...why, before: { device: ids[0] ?? null }, after: { device: null } },
    })
  })
}

type Lift = { userId: number; reason: string; rules: ReleaseRules }

/** Lets a customer release a device at once. Throws 404, or 409 if no cooldown applies. */
export function liftCooldown(db: Database, staff: Staff, { userId, reason, rules }: Lift) {
  return transaction(db, async (tx) => {
    await lockUser(tx, userId)
    if (!(await nextReleaseAt(tx, userId, rules, clock.now())))
      throw new Refusal(staffDevices.liftCooldown.refusals.no_cooldown)
    await noteHistory(tx, {
      userId,
      device: null,
      kind: 'cooldown_lifted',
      actor: staff.id,
      details: { reason },
    })
    await record(tx, 'cooldown.lifted', { staff, userId, data: { reason } })
  })
}
