import { sql } from 'kysely'
import type { Tx } from '#server/kernel/database.ts'
import { throttle } from '#server/kernel/throttle.ts'
import { writeLog } from '#server/logs/log.ts'
import type { Sender } from '#server/mail/frame.ts'
import { mailAdmins } from '#server/mail/mail-admins.ts'
import { type Sharing, sharingMail } from './mail-texts.ts'

/** How many accounts of one computer in 30 days are told to staff. */
const manyAccounts = 5
const everyDay = 86_400

export type AlertRules = {
  sender: Sender
  /** On how many computers a day one loader is told to staff, when there are more. */
  share_devices: number
}

type Bound = { userId: number; device: number; name: string; own: string[]; build: string }

/** Tells staff when what was just bound looks shared. Nobody is banned by it. */
export async function alertOfSharing(tx: Tx, bound: Bound, { sender, share_devices }: AlertRules) {
  const accounts = await countAccounts(tx, bound.own)
  if (accounts >= manyAccounts)
    await alert(tx, sender, bound, { kind: 'accounts', count: accounts, device: bound.name })
  const devices = await countDevices(tx, bound.build)
  if (devices > share_devices) await alert(tx, sender, bound, { kind: 'devices', count: devices })
}

type Seen = Omit<Sharing, 'username' | 'uid'>

/** Once a day of the same thing. */
async function alert(tx: Tx, sender: Sender, bound: Bound, seen: Seen) {
  const { userId, device, build } = bound
  const of = seen.kind === 'accounts' ? `device ${userId}` : `build ${build}`
  if (await throttle(tx, `shared ${of}`, [everyDay])) return
  await writeLog(tx, {
    source: 'loader',
    level: 'warning',
    userId,
    ...(seen.kind === 'accounts'
      ? { message: 'Device with many accounts', details: { device, accounts: seen.count } }
      : { message: 'Build on many devices', details: { build, devices: seen.count } }),
  })
  const { username } = await tx
    .selectFrom('users')
    .select('username')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  await mailAdmins(tx, 'sharing', sharingMail(sender, { ...seen, username, uid: userId }))
}

async function countAccounts(tx: Tx, own: string[]) {
  if (own.length === 0) return 0
  const { accounts } = await tx
    .selectFrom('devices')
    .select(sql<number>`count(distinct user_id)::int`.as('accounts'))
    .where(sql<boolean>`own_marks && ${own}::text[]`)
    .where('last_seen_at', '>', sql<Date>`now() - interval '30 days'`)
    .executeTakeFirstOrThrow()
  return accounts
}

/** Devices that used this build, including the one that asks now. */
async function countDevices(tx: Tx, build: string) {
  const { devices } = await tx
    .selectFrom('loader_tokens')
    .select(sql<number>`(count(distinct device_id) + 1)::int`.as('devices'))
    .where(sql<string>`build ->> 'build'`, '=', build)
    .where('last_used_at', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow()
  return devices
}
