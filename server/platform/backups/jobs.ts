import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import * as z from 'zod'
import type { Database } from '#server/kernel/database/database.ts'
import { lockKeys } from '#server/kernel/database/lock-keys.ts'
import { job } from '#server/kernel/jobs/jobs.ts'
import type { PlatformShop } from '#server/platform/platform-shop.ts'
import { noteOutcome } from './record.ts'

const program = fileURLToPath(new URL('./command.ts', import.meta.url))

/** Attempts per day if a backup fails. */
const tries = 3

/** Returns how many backups to keep if today's backup is due and missing, otherwise null. */
async function findDue(db: Database): Promise<number | null> {
  const { rows } = await sql<{ keep: number }>`
    with due as (
      select backup_keep as keep,
             (date_trunc('day', now() at time zone 'utc') + backup_at::time) at time zone 'utc' as at
        from settings where backup_at is not null)
    select keep from due
     where at <= now()
       and not exists (select from backups where error is null and made_at >= at)
       and (select count(*) from backups where made_at >= at) < ${tries}
       and not exists (
         select from pg_locks where locktype = 'advisory' and objsubid = 1
            and database = (select oid from pg_database where datname = current_database())
            and (classid::int8 << 32) | objid::int8 = ${sql.lit(lockKeys.backingUp)}::int8)`.execute(
    db,
  )
  return rows[0]?.keep ?? null
}

const latest = (db: Database) =>
  db.selectFrom('backups').select(['id', 'error']).orderBy('id', 'desc').executeTakeFirst()

/** Runs in a separate process, because a backup takes memory and time. */
export async function backUpWhenDue(
  shop: Pick<PlatformShop, 'db' | 'config' | 'dataDir' | 'directUrl'>,
) {
  const { db, config, dataDir, directUrl } = shop
  const keep = await findDue(db)
  if (keep === null) return
  const before = await latest(db)
  const began = performance.now()
  const child = spawn(process.execPath, [program, '--keep', String(keep)], {
    env: {
      ...process.env,
      DATABASE_URL: directUrl,
      DATABASE_DIRECT_URL: directUrl,
      DATA_DIR: dataDir,
      ...(config.backupTo && { BACKUP_TO: config.backupTo }),
      ...(config.backupPassphrase && { BACKUP_PASSPHRASE: config.backupPassphrase }),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  // A backup that stops together with the shop starts again after the next start.
  let stopped = false
  const stop = () => {
    stopped = child.kill()
  }
  process.once('SIGTERM', stop)
  const [said, [code, signal]] = await Promise.all([text(child.stderr), once(child, 'close')])
  process.off('SIGTERM', stop)
  if (code === 0 || stopped) return
  if (signal) {
    // A killed process records nothing. One without memory would be retried forever, unnoticed.
    const error = `The backup process was stopped by ${signal}`
    const { backupTo: place, backupPassphrase: passphrase } = config
    if (place) await noteOutcome(db, { place, passphrase, began }, { error })
    throw new Error(error)
  }
  const noted = await latest(db)
  if (noted?.id !== before?.id && noted?.error) throw new Error(noted.error)
  throw new Error(said.trim().slice(-300) || `The backup failed: ${code}`)
}

const makeDueBackup = job({
  name: 'backups.make_due',
  does: 'Creates the daily backup',
  payload: z.object({}),
  cron: '*/5 * * * *',
  attempts: 1,
  run: backUpWhenDue,
})

export const backupJobs = [makeDueBackup]
