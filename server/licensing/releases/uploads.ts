import { randomUUID } from 'node:crypto'
import { DataStore, ERRORS, Upload } from '@tus/server'
import { sql } from 'kysely'
import {
  mostUploads,
  type releaseUploads,
  uploadRefusals,
} from '#contract/licensing/release-uploads.ts'
import { fileRefusals } from '#contract/licensing/staff-releases.ts'
import type { Parsed } from '#contract/wire/endpoint.ts'
import { everyFile, type Storage } from '#server/adapters/storage/storage.ts'
import { type Database, transaction } from '#server/kernel/database/database.ts'
import { waitForLock } from '#server/kernel/database/named-lock.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import type { ActingKey, StaffOrKey } from '#server/platform/logs/staff.ts'
import { forgetBegun } from './begun-files.ts'

type Begun = Parsed<typeof releaseUploads.begin>['query']

export const senderOf = (by: StaffOrKey) =>
  by.staff ? (['user_id', by.staff.id] as const) : (['api_key_id', by.key.id] as const)

export const listUploads = (db: Database, by: StaffOrKey) =>
  selectUnderWay(db, by)
    .select(['id', 'file_name', 'size', 'received', 'sha256', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()

function selectUnderWay(db: Database, by: StaffOrKey) {
  const [column, sender] = senderOf(by)
  return db.selectFrom('release_uploads').where(column, '=', sender).where('release_id', 'is', null)
}

/** Each part is a separate file below `uploads/{id}/`, so any process can continue any upload. */
export function uploadStore(db: Database, storage: Storage, by: StaffOrKey, begun?: Begun) {
  const [column, sender] = senderOf(by)
  class Uploads extends DataStore {
    override extensions = ['creation']

    override async create(upload: Upload) {
      if (!upload.size) throw new Refusal(fileRefusals.empty_file)
      upload.id = await begin(db, by, { id: upload.id, size: upload.size, ...begun! })
      return upload
    }

    override async getUpload(id: string) {
      const found = await db
        .selectFrom('release_uploads')
        .select(['size', 'received', 'created_at'])
        .where('id', '=', id)
        .where(column, '=', sender)
        .executeTakeFirst()
      if (!found) throw ERRORS.FILE_NOT_FOUND
      const { size, received: offset, created_at } = found
      return new Upload({ id, size, offset, creation_date: created_at.toISOString() })
    }

    override async write(source: AsyncIterable<Uint8Array>, id: string, offset: number) {
      return writePart(db, storage, { source, id, offset })
    }
  }
  return new Uploads()
}

type NewUpload = Begun & { id: string; size: number }

/** Returns the upload's id. A key that starts the same upload again continues the existing one. */
function begin(db: Database, by: StaffOrKey, upload: NewUpload) {
  const { id, size, file_name, sha256 } = upload
  const [column, sender] = senderOf(by)
  return transaction(db, async (tx) => {
    await waitForLock(tx, `release uploads ${by.key ? 'by key ' : ''}${sender}`)
    const begun = by.key && (await findBegun(tx, by.key, upload))
    if (begun) return begun
    const { count } = await selectUnderWay(tx, by)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (count >= mostUploads)
      throw new Refusal(uploadRefusals.too_many_uploads, { values: { most: mostUploads } })
    await tx
      .insertInto('release_uploads')
      .values({ id, size, file_name, sha256, [column]: sender })
      .execute()
    return id
  })
}

/** Also finds an upload that became this release, so that the file is not sent again. */
export async function findBegun(
  db: Database,
  key: ActingKey,
  { size, sha256, version, product }: Omit<Begun, 'file_name' | 'minimum'> & { size?: number },
) {
  const { rows } = await sql<{ id: string }>`
    select upload.id from release_uploads as upload
      left join loader_releases as release on release.id = upload.release_id
     where upload.api_key_id = ${key.id} and upload.sha256 = ${sha256}
       and upload.size = coalesce(${size ?? null}, upload.size)
       and (upload.release_id is null
            or release.version = ${version} and release.product_id is not distinct from ${product ?? null})
     order by upload.release_id is null, upload.created_at desc limit 1`.execute(db)
  return rows[0]?.id
}

type Part = { source: AsyncIterable<Uint8Array>; id: string; offset: number }

/** Keeps cut-off parts. Returns where to continue. Of two parts at one offset, the first counts. */
async function writePart(db: Database, storage: Storage, { source, id, offset }: Part) {
  const key = `${folderOf(id)}${offset}-${randomUUID()}`
  let size = 0
  async function* arriving() {
    try {
      for await (const chunk of source) {
        size += chunk.length
        yield chunk
      }
    } catch {
      // The sender queries the offset and continues from there.
    }
  }
  await storage.put(key, arriving(), { contentType: 'application/octet-stream' })
  if (size > 0 && (await addPart(db, { id, offset, size, key }))) return offset + size
  await storage.delete(key)
  if (size === 0) return offset
  throw ERRORS.INVALID_OFFSET
}

/** Returns whether the upload was still at that offset, and whether the part fits. */
async function addPart(
  db: Database,
  { id, offset, size, key }: { id: string; offset: number; size: number; key: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with advanced as (
      update release_uploads
         set received = received + ${size}, touched_at = now()
       where id = ${id} and received = ${offset} and received + ${size} <= size
             and release_id is null
      returning id)
    insert into release_upload_parts (upload_id, starts_at, size, storage_key)
    select id, ${offset}, ${size}, ${key} from advanced`.execute(db)
  return numAffectedRows === 1n
}

/** Throws `unknown_upload`. */
export async function discardOwn(db: Database, storage: Storage, by: StaffOrKey, id: string) {
  const [column, sender] = senderOf(by)
  const found = await db
    .selectFrom('release_uploads')
    .select('id')
    .where('id', '=', id)
    .where(column, '=', sender)
    .executeTakeFirst()
  if (!found) throw new Refusal(uploadRefusals.unknown_upload)
  await discardUpload(db, storage, id)
}

export async function discardUpload(
  db: Database,
  storage: Storage,
  id: string,
  { became = false } = {},
): Promise<void> {
  // Rows before files, so that a part which arrives now belongs to nothing and is deleted.
  if (became) await db.deleteFrom('release_upload_parts').where('upload_id', '=', id).execute()
  else await db.deleteFrom('release_uploads').where('id', '=', id).execute()
  for await (const { key } of everyFile(storage, folderOf(id))) await storage.delete(key)
}

const folderOf = (id: string) => `${folder}${id}/`
const folder = 'uploads/'

/** Age of the last part at which an upload expires, as a PostgreSQL interval. */
const keeps = '1 day'

export async function forgetUploads(db: Database, storage: Storage): Promise<void> {
  await forgetBegun(db, storage)
  // A request that continues an upload updates `touched_at`. Only files without a row are deleted.
  await db
    .deleteFrom('release_uploads')
    .where('touched_at', '<', sql<Date>`now() - ${keeps}::interval`)
    .execute()
  const known = new Map<string, boolean>()
  for await (const { key } of everyFile(storage, folder)) {
    const id = key.split('/')[1] ?? ''
    if (!known.has(id)) known.set(id, await isKnown(db, id))
    if (!known.get(id)) await storage.delete(key)
  }
}

async function isKnown(db: Database, id: string): Promise<boolean> {
  const { rows } = await sql`select from release_uploads where id::text = ${id}`.execute(db)
  return rows.length > 0
}
