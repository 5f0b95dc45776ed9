import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import type { Storage } from '#server/adapters/storage/storage.ts'
import type { Database } from '#server/kernel/database.ts'
import type { Alternative } from '#server/releases/alternatives.ts'
import { findSignature } from '#server/releases/authenticode.ts'
import { markReader } from '#server/releases/read-marks.ts'
import { mostSlots } from '#server/releases/slots.ts'
import { headSize } from '#server/releases/windows-program.ts'
import { markOf, wordOf } from './marks.ts'
import type { Patch } from './patched.ts'

/** Where copies of a release are marked. */
export type ReleaseMarks = {
  signed: boolean
  slots: readonly number[]
  alternatives: readonly Alternative[]
}

const none: ReleaseMarks = { signed: false, slots: [], alternatives: [] }

/**
 * As it was read when the release was uploaded; one that a version before took in is read now. A
 * release that is signed is marked at its tail alone, as its bytes are hashed.
 */
export async function readReleaseMarks(
  db: Database,
  storage: Storage,
  id: number,
): Promise<ReleaseMarks> {
  const row = await db
    .selectFrom('loader_releases')
    .select(['storage_key', 'slots', 'alternatives', 'signed', 'marks_read'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (!row.marks_read) return readFile(db, storage, id, row.storage_key)
  if (row.signed) return { ...none, signed: true }
  return { ...none, slots: row.slots, alternatives: row.alternatives as Alternative[] }
}

/** What was found stays known: a copy that was made before has no marks where there were none then. */
async function readFile(db: Database, storage: Storage, id: number, storageKey: string) {
  const file = await storage.get(storageKey)
  if (!file) return none
  const reader = markReader()
  for await (const piece of file.stream) reader.see(piece)
  const { signed, extendable, slots: all } = reader.end()
  // One whose signature has no room is copied as it was before, at the cost of its signature.
  const slots = signed && extendable ? [] : all.slice(0, mostSlots)
  await db
    .updateTable('loader_releases')
    .set({ marks_read: true, signed: signed && extendable })
    // Copies may have been marked there already.
    .set({ slots: sql`case when cardinality(slots) > 0 then slots else ${slots}::integer[] end` })
    .where('id', '=', id)
    .execute()
  return { ...none, signed: signed && extendable, slots }
}

/** What stands in a copy instead of the release's bytes, in order. */
export function patchesOf(
  key: Buffer | null,
  { sha256, build }: { sha256: string; build: string },
  { slots, alternatives }: ReleaseMarks,
): Patch[] {
  if (slots.length === 0 && alternatives.length === 0) return []
  // A copy that names nobody would be found out when it is leaked.
  if (!key) throw new Error('The key of the marks cannot be opened')
  const bit = wordOf(key, build)
  return [
    ...slots.map((at, slot) => ({ at, bytes: markOf(key, sha256, build, slot) })),
    ...alternatives.flatMap(({ b, at }, pair) =>
      bit(pair) === 1 ? at.map((at) => ({ at, bytes: Buffer.from(b, 'hex') })) : [],
    ),
  ].toSorted((one, other) => one.at - other.at)
}

/** The signature of a release that is signed, which is at the end of its file. */
export async function readSignature(storage: Storage, storageKey: string, size: number) {
  const head = await storage.get(storageKey, { start: 0, end: Math.min(headSize, size) - 1 })
  const place = head && findSignature(await buffer(head.stream))
  if (!place) throw new Error('The signature of the release is missing')
  const table = await storage.get(storageKey, { start: place.tableAt, end: size - 1 })
  if (!table) throw new Error('The file of the release is missing')
  return { ...place, table: await buffer(table.stream) }
}
