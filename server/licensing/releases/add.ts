import { createHash, randomUUID } from 'node:crypto'
import type { Channel } from '#contract/licensing/releases.ts'
import { fileRefusals, staffReleases } from '#contract/licensing/staff-releases.ts'
import type { Storage } from '#server/adapters/storage/storage.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { isDatabaseTrouble } from '#server/kernel/database/database-trouble.ts'
import { Refusal, violatedConstraint } from '#server/kernel/http/errors.ts'
import { FilesTrouble } from '#server/kernel/network/files-trouble.ts'
import type { keepWritten } from '#server/platform/media/kept-html.ts'
import { beginFile, claimFile, dropFile } from './begun-files.ts'
import { markReader } from './read-marks.ts'
import { mostSlots } from './slots.ts'

export type NewRelease = {
  /** The product that the module belongs to. Null or undefined for the loader. */
  product?: number | null
  version: string
  channel?: Channel
  minimum?: string
  notes?: string
  /** The notes as HTML. If undefined, they are rendered at each read. */
  kept?: ReturnType<typeof keepWritten>
  createdBy?: number
  /** The API key of the pipeline that uploaded it. */
  apiKey?: number
  /** The expected hash, in hex. A file with another hash is refused. */
  sha256?: string
  /** The file; for a loader, before it is stamped. Read once, as a stream. */
  bytes: AsyncIterable<Uint8Array>
  with?: (tx: Tx, release: { id: number; size: number; sha256: string }) => Promise<void>
}

/** Refuses an existing version with 409, as two files of it could not be told apart. */
export async function addRelease(
  db: Database,
  storage: Storage,
  { bytes, with: also, createdBy, apiKey, product = null, minimum, kept, ...about }: NewRelease,
): Promise<number> {
  const key = `loader/releases/${randomUUID()}`
  const hash = createHash('sha256')
  let size = 0
  // A module is the same file for every customer, so it is not marked.
  const reader = product === null ? markReader() : null
  let marks: ReturnType<typeof marksOf> | undefined
  async function* measured() {
    for await (const chunk of bytes) {
      hash.update(chunk)
      reader?.see(chunk)
      if (reader && reader.slotCount() > mostSlots) throw new Refusal(fileRefusals.too_many_slots)
      size += chunk.length
      yield chunk
    }
    marks = reader ? marksOf(reader.end()) : undefined
  }
  await beginFile(db, key)
  try {
    await storage.put(key, measured(), { contentType: 'application/octet-stream' })
    const sha256 = hash.digest('hex')
    if (about.sha256 !== undefined && about.sha256 !== sha256)
      throw new Refusal(fileRefusals.hash_differs)
    return await transaction(db, async (tx) => {
      await claimFile(tx, key)
      const { id } = await tx
        .insertInto('loader_releases')
        .values({
          ...about,
          ...kept,
          product_id: product,
          minimum: minimum || null,
          storage_key: key,
          size,
          sha256,
          ...marks,
          created_by: createdBy ?? null,
          api_key_id: apiKey ?? null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await also?.(tx, { id, size, sha256 })
      return id
    })
  } catch (error) {
    // After these errors, the release or the file may exist. An unused file is deleted a day later.
    if (!isDatabaseTrouble(error) && !(error instanceof FilesTrouble))
      await dropFile(db, storage, key)
    if (violatedConstraint(error) === 'loader_releases_version_key') throw known(about.version)
    throw error
  }
}

function marksOf({ signed, extendable, slots }: ReturnType<ReturnType<typeof markReader>['end']>) {
  if (signed && !extendable) throw new Refusal(fileRefusals.signed_otherwise)
  return { signed, slots: signed ? [] : slots }
}

export async function refuseKnownVersion(
  db: Database,
  { product = null, version }: Pick<NewRelease, 'product' | 'version'>,
): Promise<void> {
  const found = await db
    .selectFrom('loader_releases')
    .select('id')
    .where('version', '=', version)
    .where('product_id', product === null ? 'is' : '=', product)
    .executeTakeFirst()
  if (found) throw known(version)
}

const known = (version: string) =>
  new Refusal(staffReleases.add.refusals.release_exists, { values: { version } })
