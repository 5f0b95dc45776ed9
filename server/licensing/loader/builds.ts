import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Storage } from '#server/adapters/storage/storage.ts'
import { unlessBackingUp } from '#server/kernel/database/backup-lock.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { FilesTrouble } from '#server/kernel/network/files-trouble.ts'
import { clock } from '#server/kernel/time/clock.ts'
import { offerOf } from '#server/licensing/releases/offer.ts'
import { listPromoted } from '#server/licensing/releases/promoted.ts'
import { writeLog } from '#server/platform/logs/log.ts'
import { stamped } from './copy.ts'
import { patchesOf, readReleaseMarks, readSignature } from './release-marks.ts'
import type { SigningKey } from './signing-key.ts'
import type { Stamp } from './stamp.ts'

/** How long a build waits for unavailable file storage before it fails, in milliseconds. */
const patience = 10 * 60_000

/** Running it twice writes the same bytes. Throws, to be retried, while the storage is down. */
export async function build(
  db: Database,
  storage: Storage,
  key: SigningKey,
  markKey: Buffer | null,
  buildId: string,
): Promise<void> {
  const wanted = await findWanted(db, buildId)
  if (!wanted) return
  const outcome = await writeCopy(db, storage, key, markKey, wanted).then(
    (copy) => ({ status: 'ready' as const, ...copy }),
    (error: Error) => {
      if (mayPass(error) && clock.now() - wanted.requested_at.getTime() < patience) throw error
      return { status: 'failed' as const, error: error.message.slice(0, 500) }
    },
  )
  await transaction(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('loader_builds')
      .set({ ...outcome, finished_at: clock.date() })
      .where('id', '=', buildId)
      .where('status', '=', 'building')
      .executeTakeFirstOrThrow()
    if (numUpdatedRows > 0n) await logBuilt(tx, wanted, outcome)
  })
  if (outcome.status === 'ready') await discardEarlier(db, storage, wanted)
}

const mayPass = (error: Error) => error instanceof FilesTrouble && !error.misconfigured

function logBuilt(
  tx: Tx,
  { id, version, user_id, requested_at }: Wanted,
  { status, error }: { status: 'ready' | 'failed'; error?: string },
) {
  const seconds = Math.round((clock.now() - requested_at.getTime()) / 100) / 10
  return writeLog(tx, {
    source: 'loader',
    level: status === 'ready' ? 'success' : 'error',
    message: status === 'ready' ? 'Build ready' : 'Build failed',
    details: { build: id, version, seconds, ...(error && { error }) },
    userId: user_id,
  })
}

/** Pending builds that have no job. A slow build still has its job. */
export async function findStalled(db: Database, olderThan: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from loader_builds
     where status = 'building' and requested_at < ${olderThan}
       and not exists (
         select from graphile_worker.jobs
          where key = 'loader ' || loader_builds.id
            and (attempts < max_attempts or locked_at is not null))`.execute(db)
  return rows.map(({ id }) => id)
}

type Wanted = NonNullable<Awaited<ReturnType<typeof findWanted>>>

function findWanted(db: Database, buildId: string) {
  return db
    .selectFrom('loader_builds')
    .innerJoin('loader_releases', 'loader_releases.id', 'release_id')
    .select([
      'loader_builds.id',
      'user_id',
      'requested_at',
      'version',
      'loader_releases.storage_key',
      'loader_releases.size',
      'loader_releases.sha256',
      'release_id',
    ])
    .where('loader_builds.id', '=', buildId)
    .where('status', '=', 'building')
    .executeTakeFirst()
}

const keyOf = (buildId: string) => `loader/builds/${buildId}`

async function writeCopy(
  db: Database,
  storage: Storage,
  key: SigningKey,
  markKey: Buffer | null,
  wanted: Wanted,
) {
  const { id, sha256, size: releaseSize } = wanted
  const marks = await readReleaseMarks(db, wanted.release_id)
  const patches = patchesOf(markKey, { sha256, build: id }, marks)
  const signature = marks.signed
    ? await readSignature(storage, wanted.storage_key, releaseSize)
    : null
  const release = await storage.get(wanted.storage_key)
  if (!release) throw new Error(`The file of release ${wanted.version} is missing`)
  const stamp: Stamp = {
    build: wanted.id,
    uid: wanted.user_id,
    version: wanted.version,
    issued_at: wanted.requested_at.toISOString(),
    release: { sha256: wanted.sha256, size: wanted.size },
  }
  const hash = createHash('sha256')
  let size = 0
  async function* measured() {
    for await (const chunk of stamped(release!.stream, stamp, key, { patches, signature })) {
      hash.update(chunk)
      size += chunk.length
      yield chunk
    }
  }
  const storageKey = keyOf(wanted.id)
  try {
    await storage.put(storageKey, measured(), { contentType: 'application/octet-stream' })
  } finally {
    // If the disk rejects the file before the release is read, nothing else closes that stream.
    release.stream.destroy()
  }
  return { storage_key: storageKey, size, sha256: hash.digest('hex') }
}

/**
 * A customer keeps one copy per channel, because a new copy has other marks. The row of an earlier
 * copy stays, as the copy may have been passed on. Files go first: the rows are needed to find
 * them.
 */
async function discardEarlier(
  db: Database,
  storage: Storage,
  { id, user_id, release_id, requested_at }: Wanted,
) {
  const promoted = await listPromoted(db, null)
  const kept = [true, false]
    .map((beta) => offerOf(promoted, { uid: user_id, beta })?.release)
    .filter((release) => release !== undefined && release !== release_id)
  const earlier = await db
    .selectFrom('loader_builds')
    .select(['id', 'storage_key', 'status'])
    .where('user_id', '=', user_id)
    .where('discarded_at', 'is', null)
    .where('id', '<>', id)
    .where('status', '<>', 'building')
    .where('requested_at', '<=', requested_at)
    .where(sql<boolean>`not (status = 'ready' and release_id = any(${kept}::bigint[]))`)
    .execute()
  // A backup would contain the rows without the files. The next build finds them again.
  await unlessBackingUp(db, async (tx) => {
    for (const { id, storage_key, status } of earlier) {
      // A failed build may have left a file even if the storage never confirmed it.
      await storage.delete(storage_key ?? keyOf(id))
      if (status === 'failed') await tx.deleteFrom('loader_builds').where('id', '=', id).execute()
      else await markDiscarded(tx, id)
    }
  })
}

async function markDiscarded(tx: Tx, id: string) {
  await tx
    .updateTable('loader_builds')
    .set({ discarded_at: sql`now()` })
    .where('id', '=', id)
    .where('status', '=', 'ready')
    .execute()
}
