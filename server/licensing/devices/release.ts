import { sql } from 'kysely'
import { devices, releaseDay } from '#contract/licensing/devices.ts'
import type { PasswordOrCode } from '#contract/wire/credentials.ts'
import type { Database, Tx } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { clock } from '#server/kernel/time/clock.ts'
import { writeLog } from '#server/platform/logs/log.ts'
import { queueMail } from '#server/platform/mail/mail.ts'
import type { Means } from '#server/platform/sessions/factor-codes.ts'
import { withPasswordOrCode } from '#server/platform/sessions/prove-again.ts'
import { lockRow } from '#server/platform/users/users.ts'
import { noteHistory } from './bind.ts'
import { nextReleaseAt, type ReleaseRules } from './cooldown.ts'
import { deviceReleasedMail, writeDeviceReleasedMail } from './mail-texts.ts'
import { endPairings, keysOf } from './pairings.ts'

const { refusals } = devices.release

type Wanted = {
  user: { id: number; username: string; email: string }
  device: number
  proof: PasswordOrCode
  rules: ReleaseRules
}

/** Refuses a wrong password or code, and a release within the cooldown. Returns when it ends. */
export function releaseDevice(db: Database, means: Means, { user, proof, ...wanted }: Wanted) {
  return withPasswordOrCode(db, means, { user, ...proof }, async (tx) => {
    await lockRow(tx, user.id)
    const device = await tx
      .selectFrom('devices')
      .select(['id', 'name', 'os'])
      .where('id', '=', wanted.device)
      .where('user_id', '=', user.id)
      .where('released_at', 'is', null)
      .executeTakeFirst()
    if (!device) throw new Refusal(refusals.unknown_device)
    const next = await nextReleaseAt(tx, user.id, wanted.rules, clock.now())
    if (next) throw new Refusal(refusals.release_too_soon, { values: { date: releaseDay(next) } })
    await letGo(tx, user.id, [device.id])
    await noteHistory(tx, { userId: user.id, device: device.id, kind: 'released' })
    await writeLog(tx, {
      source: 'loader',
      message: 'Device released',
      details: { device: device.id, device_name: device.name },
      userId: user.id,
    })
    await queueMail(tx, {
      ...writeDeviceReleasedMail(means.sender, {
        username: user.username,
        ...device,
        at: clock.date(),
      }),
      to: user.email,
      userId: user.id,
      template: deviceReleasedMail,
    })
    return nextReleaseAt(tx, user.id, wanted.rules, clock.now())
  })
}

export async function letGo(tx: Tx, userId: number, ids: number[]) {
  if (ids.length === 0) return
  await tx.updateTable('devices').set({ released_at: sql`now()` }).where('id', 'in', ids).execute()
  await tx.deleteFrom('device_places').where('device_id', 'in', ids).execute()
  await tx
    .updateTable('loader_sessions')
    .set({ ended_at: sql`now()` })
    .where('device_id', 'in', ids)
    .where('ended_at', 'is', null)
    .execute()
  await endPairings(tx, userId, await keysOf(tx, ids))
}
