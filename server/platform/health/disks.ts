import { statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import { sql } from 'kysely'
import type { Database } from '#server/kernel/database/database.ts'

/** How often each process checks the disk, in milliseconds. */
const lookEvery = 60_000
/** A machine that has not reported for this long has stopped or was removed. */
const silence = sql`interval '5 minutes'`
const GB = 1e9

export async function noteDisk(db: Database, folder: string) {
  const { bsize, bavail, blocks } = await statfs(folder)
  const room = {
    free_bytes: bavail * bsize,
    total_bytes: blocks * bsize,
    noted_at: sql<Date>`now()`,
  }
  await db
    .insertInto('machine_disks')
    .values({ machine: hostname(), ...room })
    .onConflict((conflict) => conflict.column('machine').doUpdateSet(room))
    .execute()
}

/** Records it now and every minute. Returns a function that stops this. */
export async function watchDisk(db: Database, folder: string): Promise<() => void> {
  // Nothing can be recorded while the database is down, and a missing folder has no disk space.
  const look = () => noteDisk(db, folder).catch(() => {})
  await look()
  const timer = setInterval(() => void look(), lookEvery)
  timer.unref()
  return () => clearInterval(timer)
}

export async function readDisks(db: Database) {
  const rows = await db
    .selectFrom('machine_disks')
    .select(['machine', 'free_bytes', 'total_bytes'])
    .where('noted_at', '>', sql<Date>`now() - ${silence}`)
    .orderBy('machine')
    .execute()
  return rows.map(({ machine, free_bytes, total_bytes }) => {
    const [free, total] = [Number(free_bytes), Number(total_bytes)]
    return { machine, free, total, low: free < leastFree(total) }
  })
}

/** A twentieth of the disk, but at least 1 GB and at most 10. */
const leastFree = (total: number) => Math.min(Math.max(total / 20, GB), 10 * GB)
