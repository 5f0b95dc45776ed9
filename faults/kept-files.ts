import { createHash } from 'node:crypto'
import type { Storage } from '#server/adapters/storage/storage.ts'
import { onDatabase } from './orders.ts'
import { untilNone } from './until.ts'

/** How long builds that waited for files may take after the store is back, in milliseconds. */
const builtWithin = 240_000

/**
 * Finds problems with the loader's files, one sentence each. `published` are acknowledged releases.
 */
export async function wrongFiles(
  databaseUrl: string,
  storage: Storage,
  published: readonly string[],
): Promise<string[]> {
  const problems: string[] = []
  await onDatabase(databaseUrl, async (db) => {
    const building = db.selectFrom('loader_builds').select('id').where('status', '=', 'building')
    const left = await untilNone(() => building.execute(), { within: builtWithin, every: 500 })
    if (left.length > 0) problems.push(`${left.length} builds never ended`)
    const failed = await db
      .selectFrom('loader_builds')
      .select('error')
      .where('status', '=', 'failed')
      .execute()
    if (failed.length > 0) problems.push(`${failed.length} builds failed: ${failed[0]!.error}`)
    const kept = await db
      .selectFrom('loader_releases')
      .select(['version', 'storage_key', 'sha256'])
      .execute()
    const gone = published.filter((version) => !kept.some((row) => row.version === version))
    if (gone.length > 0) problems.push(`${gone.length} acknowledged releases are gone`)
    // An earlier copy is deleted before its row is updated, so that a kill in between leaves no
    // orphaned file.
    const ready = await db
      .selectFrom('loader_builds')
      .select(['storage_key', 'sha256'])
      .distinctOn('user_id')
      .where('status', '=', 'ready')
      .where('discarded_at', 'is', null)
      .orderBy('user_id')
      .orderBy('requested_at', 'desc')
      .execute()
    for (const { storage_key, sha256 } of [...kept, ...ready]) {
      const found = await hashOf(storage, storage_key!)
      if (found !== sha256) problems.push(`${storage_key} is ${found ? 'damaged' : 'missing'}`)
    }
  })
  return problems
}

/** Null if the file does not exist. */
export async function hashOf(storage: Storage, key: string): Promise<string | null> {
  const file = await storage.get(key)
  if (!file) return null
  const hash = createHash('sha256')
  for await (const chunk of file.stream) hash.update(chunk)
  return hash.digest('hex')
}
