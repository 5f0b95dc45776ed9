import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import type { Storage } from '#server/adapters/storage/storage.ts'
import type { Database } from '#server/kernel/database.ts'
import { findSignature } from '#server/releases/authenticode.ts'
import { markReader } from '#server/releases/read-marks.ts'
import { mostSlots } from '#server/releases/slots.ts'
import { headSize } from '#server/releases/windows-program.ts'
import { markOf } from './marks.ts'
import type { Patch } from './patched.ts'

/** The places where copies of a release are marked. */
export type ReleaseMarks = { signed: boolean; slots: readonly number[] }

const none: ReleaseMarks = { signed: false, slots: [] }

/**
 * Returns the result that was stored when the release was uploaded. A release from an earlier
 * version of the shop is read now. A signed release is marked only at its end, because its bytes
 * are hashed.
 */
export async function readReleaseMarks(
  db: Database,
  storage: Storage,
  id: number,
): Promise<ReleaseMarks> {
  const row = await db
    .selectFrom('loader_releases')
    .select(['storage_key', 'slots', 'signed', 'marks_read'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (!row.marks_read) return readFile(db, storage, id, row.storage_key)
  return { signed: row.signed, slots: row.signed ? [] : row.slots }
}

/**
 * The result is stored permanently: copies created earlier have no marks where none were found
 * then.
 */
async function readFile(db: Database, storage: Storage, id: number, storageKey: string) {
  const file = await storage.get(storageKey)
  if (!file) return none
  const reader = markReader()
  for await (const piece of file.stream) reader.see(piece)
  const { signed, extendable, slots: all } = reader.end()
  // If the signature has no room, copies are made as before and lose the signature.
  const slots = signed && extendable ? [] : all.slice(0, mostSlots)
  await db
    .updateTable('loader_releases')
    .set({ marks_read: true, signed: signed && extendable })
    // Earlier copies may already have been marked at these places.
    .set({ slots: sql`case when cardinality(slots) > 0 then slots else ${slots}::integer[] end` })
    .where('id', '=', id)
    .execute()
  return { signed: signed && extendable, slots }
}

/** The replacements in a copy of the release, in order. */
export function patchesOf(
  key: Buffer | null,
  { sha256, build }: { sha256: string; build: string },
  { slots }: ReleaseMarks,
): Patch[] {
  if (slots.length === 0) return []
  // Without this check, a leaked copy could not be traced to anybody.
  if (!key) throw new Error('The key of the marks cannot be opened')
  return slots.map((at, slot) => ({ at, bytes: markOf(key, sha256, build, slot) }))
}

/** Reads the signature of a signed release, which is at the end of its file. */
export async function readSignature(storage: Storage, storageKey: string, size: number) {
  const head = await storage.get(storageKey, { start: 0, end: Math.min(headSize, size) - 1 })
  const place = head && findSignature(await buffer(head.stream))
  if (!place) throw new Error('The signature of the release is missing')
  const table = await storage.get(storageKey, { start: place.tableAt, end: size - 1 })
  if (!table) throw new Error('The file of the release is missing')
  return { ...place, table: await buffer(table.stream) }
}
