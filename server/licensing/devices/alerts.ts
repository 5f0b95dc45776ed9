import { sql } from 'kysely'
import type { Tx } from '#server/kernel/database/database.ts'
import { throttle } from '#server/kernel/http/throttle.ts'
import { type LogEntry, writeLog } from '#server/platform/logs/log.ts'
import type { Sender } from '#server/platform/mail/frame.ts'
import { mailAdmins } from '#server/platform/mail/mail-admins.ts'
import { type Sharing, sharingMail, writeSharingMail } from './mail-texts.ts'

/** Staff are alerted when this many accounts use one computer within 30 days. */
const manyAccounts = 5
const everyDay = 86_400

type Bound = { userId: number; device: number; name: string; own: string[] }

/** For a computer that was just bound. Nobody is banned automatically. */
export async function alertOfAccounts(tx: Tx, bound: Bound, sender: Sender) {
  const { userId, device, name, own } = bound
  const accounts = await countAccounts(tx, own)
  if (accounts < manyAccounts) return
  await alert(tx, sender, {
    of: `device ${userId}`,
    userId,
    message: 'Device with many accounts',
    details: { device, accounts },
    seen: { kind: 'accounts', count: accounts, device: name },
  })
}

/** Alerts staff that a build was started on more than `most` computers within a day. */
export async function alertOfComputers(
  tx: Tx,
  { build, uid, most }: { build: string; uid: number; most: number },
  sender: Sender,
) {
  await alert(tx, sender, {
    of: `build ${build}`,
    userId: uid,
    message: 'Build on many devices',
    details: { build, more_than: most },
    seen: { kind: 'devices', count: most },
  })
}

type Alert = Pick<LogEntry, 'message' | 'details'> & {
  of: string
  userId: number
  seen: Omit<Sharing, 'username' | 'uid'>
}

async function alert(tx: Tx, sender: Sender, { of, userId, message, details, seen }: Alert) {
  const user = await tx
    .selectFrom('users')
    .select('username')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  // The account may be deleted, as a build outlives its account.
  if (!user || (await throttle(tx, `shared ${of}`, [everyDay]))) return
  await writeLog(tx, { source: 'loader', level: 'warning', userId, message, details })
  await mailAdmins(tx, sharingMail, writeSharingMail(sender, { ...seen, ...user, uid: userId }))
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
