import { sql } from 'kysely'
import type { Database } from '#server/kernel/database.ts'
import { withoutAddresses } from '#server/logs/without-addresses.ts'
import { AlreadyBackingUp, backUp, type Source } from './back-up.ts'
import { listAttempts, listBackups, openPlace, shownPlace } from './place.ts'

type Wanted = {
  place: string
  passphrase?: string | undefined
  /** How many whole ones are left in the place afterwards; all when left out. */
  keep?: number | undefined
}

/** Makes a backup and notes how it went, where `/admin/health` tells of it. */
export async function makeBackup(
  db: Database,
  source: Source,
  { place, passphrase, keep }: Wanted,
) {
  const began = performance.now()
  const note = (outcome: { name?: string; bytes?: number; error?: string }) =>
    db
      .insertInto('backups')
      .values({
        ...outcome,
        place: shownPlace(place),
        encrypted: passphrase !== undefined,
        took_ms: Math.round(performance.now() - began),
      })
      .execute()
  try {
    const storage = await openPlace(place)
    try {
      const made = await backUp(source, storage, { passphrase })
      await note({ name: made.name, bytes: made.bytes })
      const removed = keep === undefined ? 0 : await removeOlder(storage, made.name, keep)
      return { ...made, removed }
    } finally {
      storage.close()
    }
  } catch (error) {
    // Which tells how it went itself.
    if (error instanceof AlreadyBackingUp) throw error
    await note({ error: withoutAddresses((error as Error).message, 300) })
    throw error
  } finally {
    await sql`delete from backups where made_at < now() - interval '400 days'`.execute(db)
  }
}

/** Deletes all but the newest whole ones, and what interrupted ones left. Answers how many went. */
async function removeOlder(
  storage: Awaited<ReturnType<typeof openPlace>>,
  newest: string,
  keep: number,
): Promise<number> {
  const kept = new Set((await listBackups(storage)).slice(-keep))
  // Later ones than ours are being made elsewhere.
  const gone = (await listAttempts(storage)).filter((name) => !kept.has(name) && name < newest)
  for (const name of gone) {
    for (;;) {
      // The manifest sorts after the files and before the tables: what is left of one must be no backup.
      for (const manifest of ['manifest.json', 'manifest.age']) {
        await storage.delete(`${name}/${manifest}`)
      }
      const files = await storage.list(`${name}/`, { limit: 500 })
      if (files.length === 0) break
      for (const { key } of files) await storage.delete(key)
    }
  }
  return gone.length
}
