import { sql } from 'kysely'
import type { ComponentKind } from '#contract/wire/components.ts'
import type { Tx } from '#server/kernel/database/database.ts'
import { addInfraction } from '#server/licensing/devices/infractions.ts'
import { writeLog } from '#server/platform/logs/log.ts'
import type { Sender } from '#server/platform/mail/frame.ts'
import { alertOfAccounts } from './alerts.ts'
import type { Marks } from './components.ts'
import { type DeviceRecord, drifted, ownMarks } from './matching.ts'

type Computer = { userId: number; name: string; os: string; marks: Marks }

/** Returns its id. `loader-api/decide.ts` has checked the limit of devices. */
export async function bindDevice(
  tx: Tx,
  { userId, name, os, marks }: Computer,
  sender: Sender,
): Promise<number> {
  const own = ownMarks(marks)
  const { id } = await tx
    .insertInto('devices')
    .values({ user_id: userId, name, os, marks: JSON.stringify(marks), own_marks: own })
    .returning('id')
    .executeTakeFirstOrThrow()
  await noteHistory(tx, { userId, device: id, kind: 'bound', details: { name, os } })
  await writeLog(tx, {
    source: 'loader',
    level: 'success',
    message: 'Device linked',
    details: { device: id, device_name: name, device_os: os },
    userId,
  })
  await alertOfAccounts(tx, { userId, device: id, name, own }, sender)
  return id
}

type Happening = {
  userId: number
  device: number | null
  kind: 'bound' | 'drifted' | 'mismatched' | 'released' | 'reset' | 'cooldown_lifted'
  actor?: number
  details?: object
}

export async function noteHistory(tx: Tx, { userId, device, kind, actor, details }: Happening) {
  await tx
    .insertInto('device_history')
    .values({
      user_id: userId,
      device_id: device,
      kind,
      actor_id: actor ?? null,
      details: JSON.stringify(details ?? {}),
    })
    .execute()
}

export async function recordDrift(
  tx: Tx,
  userId: number,
  device: DeviceRecord & { id: number },
  seen: Marks,
  { kinds, at }: { kinds: readonly ComponentKind[]; at: number },
) {
  const next = drifted(device, seen, kinds, at)
  await tx
    .updateTable('devices')
    .set({
      marks: JSON.stringify(next.marks),
      drifted: JSON.stringify(next.drifted),
      own_marks: ownMarks(next.marks),
    })
    .where('id', '=', device.id)
    .execute()
  await noteHistory(tx, { userId, device: device.id, kind: 'drifted', details: { kinds } })
  await writeLog(tx, {
    source: 'loader',
    message: 'Device hardware changed',
    details: { device: device.id, kinds },
    userId,
  })
}

/** This many mismatches in a day are an infraction. */
const series = 5

/** Records that a loader runs on a computer other than its own, at most once in ten minutes. */
export async function noteMismatch(tx: Tx, userId: number, device: number) {
  const { lately, today } = await tx
    .selectFrom('device_history')
    .select([
      sql<number>`(count(*) filter (where created_at > now() - interval '10 minutes'))::int`.as(
        'lately',
      ),
      sql<number>`count(*)::int`.as('today'),
    ])
    .where('user_id', '=', userId)
    .where('kind', '=', 'mismatched')
    .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow()
  if (lately > 0) return
  await noteHistory(tx, { userId, device, kind: 'mismatched' })
  await writeLog(tx, {
    source: 'loader',
    level: 'warning',
    message: 'Loader on another device',
    details: { device },
    userId,
  })
  if (today + 1 !== series) return
  await addInfraction(tx, {
    userId,
    type: 'mismatch_series',
    reason: 'The loader was repeatedly started on other devices',
    details: { mismatches: series },
    source: 'mismatch',
  })
}
