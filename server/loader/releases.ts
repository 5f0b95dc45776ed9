import { createHash, randomUUID } from 'node:crypto'
import { staffReleases } from '#contract/staff-loader.ts'
import type { Storage } from '#server/adapters/storage/storage.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database.ts'
import { isDatabaseTrouble } from '#server/kernel/database-trouble.ts'
import { Refusal, violatedConstraint } from '#server/kernel/errors.ts'
import { waitForLock } from '#server/kernel/named-lock.ts'

type NewRelease = {
  version: string
  /** The program, unstamped. Read once, as a stream. */
  bytes: AsyncIterable<Uint8Array>
  notes?: string
  createdBy?: number
  /** Done in the transaction that publishes it. */
  with?: (tx: Tx, release: { id: number; size: number; sha256: string }) => Promise<void>
}

/**
 * Makes a program the release that new loaders are built from. Refuses with 409 a version that
 * exists: copies of it are out, and two programs under one name could not be told apart. Answers
 * its id.
 */
export async function publishRelease(
  db: Database,
  storage: Storage,
  { version, bytes, notes = '', createdBy, with: also }: NewRelease,
): Promise<number> {
  const key = `loader/releases/${randomUUID()}`
  const hash = createHash('sha256')
  let size = 0
  async function* measured() {
    for await (const chunk of bytes) {
      hash.update(chunk)
      size += chunk.length
      yield chunk
    }
  }
  await storage.put(key, measured(), { contentType: 'application/octet-stream' })
  try {
    return await transaction(db, async (tx) => {
      // A release that is made current meanwhile would be a second one.
      await waitForLock(tx, 'loader.current')
      const sha256 = hash.digest('hex')
      await tx
        .updateTable('loader_releases')
        .set({ current: false })
        .where('current', '=', true)
        .execute()
      const { id } = await tx
        .insertInto('loader_releases')
        .values({
          version,
          storage_key: key,
          size,
          sha256,
          notes,
          current: true,
          created_by: createdBy ?? null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await also?.(tx, { id, size, sha256 })
      return id
    })
  } catch (error) {
    // A connection that broke may have broken after the commit: a file too many harms nobody.
    if (!isDatabaseTrouble(error)) await storage.delete(key)
    if (violatedConstraint(error) === 'loader_releases_version_key') {
      throw known(version)
    }
    throw error
  }
}

/** Spares an upload that would be refused at its end. */
export async function refuseKnownVersion(db: Database, version: string): Promise<void> {
  const found = await db
    .selectFrom('loader_releases')
    .select('id')
    .where('version', '=', version)
    .executeTakeFirst()
  if (found) throw known(version)
}

const known = (version: string) =>
  new Refusal(staffReleases.add.refusals.release_exists, { values: { version } })

/** The release that new loaders are built from; undefined before the first is published. */
export function currentRelease(db: Database) {
  return db
    .selectFrom('loader_releases')
    .select(['id', 'version'])
    .where('current', '=', true)
    .executeTakeFirst()
}
