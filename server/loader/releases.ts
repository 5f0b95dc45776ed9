import { createHash, randomUUID } from 'node:crypto'
import type { Storage } from '#server/adapters/storage/storage.ts'
import { type Database, transaction } from '#server/kernel/database.ts'
import { Refusal, violatedConstraint } from '#server/kernel/errors.ts'

type NewRelease = {
  version: string
  /** The program, unstamped. Read once, as a stream. */
  bytes: AsyncIterable<Uint8Array>
  createdBy?: number
}

/**
 * Makes a program the release that new loaders are built from. Refuses with 409 a version that
 * exists: copies of it are out, and two programs under one name could not be told apart.
 */
export async function publishRelease(
  db: Database,
  storage: Storage,
  { version, bytes, createdBy }: NewRelease,
): Promise<void> {
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
    await transaction(db, async (tx) => {
      await tx
        .updateTable('loader_releases')
        .set({ current: false })
        .where('current', '=', true)
        .execute()
      await tx
        .insertInto('loader_releases')
        .values({
          version,
          storage_key: key,
          size,
          sha256: hash.digest('hex'),
          current: true,
          created_by: createdBy ?? null,
        })
        .execute()
    })
  } catch (error) {
    await storage.delete(key)
    if (violatedConstraint(error) === 'loader_releases_version_key') {
      throw new Refusal(409, `There is a release ${version} already`)
    }
    throw error
  }
}

/** The release that new loaders are built from; undefined before the first is published. */
export function currentRelease(db: Database) {
  return db
    .selectFrom('loader_releases')
    .select(['id', 'version'])
    .where('current', '=', true)
    .executeTakeFirst()
}
