import { sql } from 'kysely'
import type { Database } from '#server/kernel/database/database.ts'
import { withoutAddresses } from '#server/platform/logs/without-addresses.ts'
import { AlreadyBackingUp, backUp, type Source } from './back-up.ts'
import { listAttempts, listBackups, openPlace, removeBackup, shownPlace } from './place.ts'

type Wanted = {
  place: string
  passphrase?: string | undefined
  /** How many complete backups remain in the place. All of them if undefined. */
  keep?: number | undefined
}

/** Makes a backup and records the outcome, which `/admin/health` shows. */
export async function makeBackup(
  db: Database,
  source: Source,
  { place, passphrase, keep }: Wanted,
) {
  const began = performance.now()
  const note = (outcome: Outcome) => noteOutcome(db, { place, passphrase, began }, outcome)
  try {
    const storage = await openPlace(place)
    try {
      const made = await backUp(source, storage, { passphrase, tidy: keep !== undefined })
      await note({ name: made.name, bytes: made.bytes })
      const removed = keep === undefined ? 0 : await removeOlder(storage, made.name, keep)
      return { ...made, removed }
    } finally {
      storage.close()
    }
  } catch (error) {
    // The running backup records its own outcome.
    if (error instanceof AlreadyBackingUp) throw error
    // If the database caused the failure, report that error and not the failure to record it.
    await note({ error: withoutAddresses((error as Error).message, 300) }).catch(() => {})
    throw error
  }
}

type Outcome = { name?: string; bytes?: number; error?: string }

export async function noteOutcome(
  db: Database,
  { place, passphrase, began }: Omit<Wanted, 'keep'> & { began: number },
  outcome: Outcome,
) {
  await db
    .insertInto('backups')
    .values({
      ...outcome,
      place: shownPlace(place),
      encrypted: passphrase !== undefined,
      took_ms: Math.round(performance.now() - began),
    })
    .execute()
  await sql`delete from backups where made_at < now() - interval '400 days'`.execute(db)
}

/** Also deletes interrupted backups. Returns how many were deleted. */
async function removeOlder(
  storage: Awaited<ReturnType<typeof openPlace>>,
  newest: string,
  keep: number,
): Promise<number> {
  const kept = new Set((await listBackups(storage)).slice(-keep))
  // Later backups than this one are still being written by another process.
  const gone = (await listAttempts(storage)).filter((name) => !kept.has(name) && name < newest)
  for (const name of gone) await removeBackup(storage, name)
  return gone.length
}
