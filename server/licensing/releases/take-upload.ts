import { sql } from 'kysely'
import { staffReleases } from '#contract/licensing/staff-releases.ts'
import type { Parsed } from '#contract/wire/endpoint.ts'
import type { Storage } from '#server/adapters/storage/storage.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import type { StaffOrKey } from '#server/platform/logs/staff.ts'
import { getRelease } from './list.ts'
import { uploadRelease } from './upload.ts'
import { discardUpload, senderOf } from './uploads.ts'

const { refusals } = staffReleases.add

type Taken = Parsed<typeof staffReleases.add>['body']

/**
 * Idempotent. Throws what `uploadRelease` throws, and also `upload_missing`, `upload_unfinished`
 * and `upload_used`.
 */
export async function takeUpload(
  db: Database,
  storage: Storage,
  by: StaffOrKey,
  { upload: id, ...about }: Taken,
) {
  const upload = await touch(db, by, id)
  if (upload.release_id !== null) return become(db, upload.release_id, about)
  if (upload.received < upload.size) throw new Refusal(refusals.upload_unfinished)
  try {
    const release = await uploadRelease(db, storage, by, {
      ...about,
      sha256: upload.sha256,
      bytes: readParts(db, storage, id),
      with: async (tx, { id: releaseId }) => {
        const { numUpdatedRows } = await tx
          .updateTable('release_uploads')
          .set({ release_id: releaseId })
          .where('id', '=', id)
          .where('release_id', 'is', null)
          .executeTakeFirstOrThrow()
        if (numUpdatedRows !== 1n) throw new Refusal(refusals.upload_missing)
      },
    })
    await discardUpload(db, storage, id, { became: true })
    return release
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // A concurrent request may have created it first.
    const { release_id } = (await find(db, by, id)) ?? {}
    if (release_id) return become(db, release_id, about)
    if (error.code === refusals.hash_differs.code) await discardUpload(db, storage, id)
    throw error
  }
}

async function become(db: Database, releaseId: number, asked: Pick<Taken, 'version' | 'product'>) {
  const release = await getRelease(db, releaseId)
  const same =
    release.version === asked.version && (release.product?.id ?? null) === (asked.product ?? null)
  if (same) return release
  throw new Refusal(refusals.upload_used, { values: { version: release.version } })
}

const columns = ['size', 'received', 'sha256', 'release_id'] as const

/** Prevents the upload from expiring while it becomes a release. */
async function touch(db: Database, by: StaffOrKey, id: string) {
  const [column, sender] = senderOf(by)
  const upload = await db
    .updateTable('release_uploads')
    .set({ touched_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where(column, '=', sender)
    .returning(columns)
    .executeTakeFirst()
  if (!upload) throw new Refusal(refusals.upload_missing)
  return upload
}

function find(db: Database, by: StaffOrKey, id: string) {
  const [column, sender] = senderOf(by)
  return db
    .selectFrom('release_uploads')
    .select(columns)
    .where('id', '=', id)
    .where(column, '=', sender)
    .executeTakeFirst()
}

async function* readParts(db: Database, storage: Storage, id: string) {
  const parts = await db
    .selectFrom('release_upload_parts')
    .select('storage_key')
    .where('upload_id', '=', id)
    .orderBy('starts_at')
    .execute()
  for (const { storage_key } of parts) {
    const part = await storage.get(storage_key)
    if (!part) throw new Refusal(refusals.upload_missing)
    for await (const chunk of part.stream) yield chunk as Buffer
  }
}
