import { staffReleases } from '#contract/licensing/staff-releases.ts'
import type { Storage } from '#server/adapters/storage/storage.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import type { ActingKey } from '#server/platform/logs/staff.ts'
import { getRelease } from './list.ts'
import { uploadRelease } from './upload.ts'

/** A repeated request with the same file and version gets the same response. */
export async function uploadFromPipeline(
  db: Database,
  storage: Storage,
  key: ActingKey,
  upload: Parameters<typeof uploadRelease>[3],
) {
  try {
    return await uploadRelease(db, storage, { key }, upload)
  } catch (error) {
    const exists = staffReleases.add.refusals.release_exists.code
    if (!(error instanceof Refusal) || error.code !== exists) throw error
    const { version, sha256, product } = upload
    const same = await db
      .selectFrom('loader_releases')
      .select('id')
      .where('version', '=', version)
      .where('sha256', '=', sha256)
      .where('product_id', product === undefined ? 'is' : '=', product ?? null)
      .executeTakeFirst()
    if (!same) throw error
    return getRelease(db, same.id)
  }
}
