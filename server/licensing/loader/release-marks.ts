import { buffer } from 'node:stream/consumers'
import type { Storage } from '#server/adapters/storage/storage.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { findSignature } from '#server/licensing/releases/authenticode.ts'
import { headSize } from '#server/licensing/releases/windows-program.ts'
import { markOf } from './marks.ts'
import type { Patch } from './patched.ts'

export type ReleaseMarks = { signed: boolean; slots: readonly number[] }

/** Stored at the upload. A signed release is hashed, so it is marked only at its end. */
export async function readReleaseMarks(db: Database, id: number): Promise<ReleaseMarks> {
  const row = await db
    .selectFrom('loader_releases')
    .select(['slots', 'signed'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { signed: row.signed, slots: row.signed ? [] : row.slots }
}

export function patchesOf(
  key: Buffer | null,
  { sha256, build }: { sha256: string; build: string },
  { slots }: ReleaseMarks,
): Patch[] {
  if (slots.length === 0) return []
  // Without this check, a leaked copy could not be traced to anybody.
  if (!key) throw new Error('The key for the marks could not be decrypted')
  return slots.map((at, slot) => ({ at, bytes: markOf(key, sha256, build, slot) }))
}

export async function readSignature(storage: Storage, storageKey: string, size: number) {
  const head = await storage.get(storageKey, { start: 0, end: Math.min(headSize, size) - 1 })
  const place = head && findSignature(await buffer(head.stream))
  if (!place) throw new Error('The signature of the release is missing')
  const table = await storage.get(storageKey, { start: place.tableAt, end: size - 1 })
  if (!table) throw new Error('The file of the release is missing')
  return { ...place, table: await buffer(table.stream) }
}
