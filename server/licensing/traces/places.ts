import type { Database } from '#server/kernel/database/database.ts'
import { placeOf, placeSize } from '#server/licensing/loader/marks.ts'

/** Maximum number of releases whose slots are searched for. The newest ones count. */
const mostReleases = 400

export type Place = { release: number; slot: number }
export type Places = Awaited<ReturnType<typeof readPlaces>>

export async function readPlaces(db: Database, markKey: Buffer | null) {
  const releases = await db
    .selectFrom('loader_releases')
    .select(['id', 'sha256', 'slots'])
    .where(({ eb, fn }) => eb(fn<number>('cardinality', ['slots']), '>', 0))
    .orderBy('id', 'desc')
    .limit(mostReleases)
    .execute()
  return placesOf(markKey, releases)
}

/** Has a bit for each prefix of three bytes, so that hardly any position needs a lookup. */
export function placesOf(
  markKey: Buffer | null,
  releases: readonly { id: number; sha256: string; slots: readonly number[] }[],
) {
  const bits = new Uint8Array(2 ** 21)
  const places = new Map<string, Place>()
  for (const { id, sha256, slots } of markKey ? releases : []) {
    for (const slot of slots.keys()) {
      const place = placeOf(markKey!, sha256, slot)
      places.set(place.toString('latin1'), { release: id, slot })
      const start = place.readUIntBE(0, 3)
      bits[start >> 3]! |= 1 << (start & 7)
    }
  }
  return {
    mayBegin(bytes: Buffer, at: number): boolean {
      const start = (bytes[at]! << 16) | (bytes[at + 1]! << 8) | bytes[at + 2]!
      return (bits[start >> 3]! & (1 << (start & 7))) !== 0
    },
    find: (bytes: Buffer) => places.get(bytes.toString('latin1', 0, placeSize)),
  }
}
