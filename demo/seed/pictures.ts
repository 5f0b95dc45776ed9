import type { Storage } from '#server/adapters/storage/storage.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { storeImage } from '#server/platform/media/images.ts'
import { renderCover, renderPostImage } from '../artwork/artwork.ts'
import { renderScreenshot } from '../artwork/screenshots.ts'

/** Ids of stored images by the name of their subject. */
export type Pictures = Map<string, number>

const painters = { cover: renderCover, post: renderPostImage, screenshot: renderScreenshot }

/** Paints and stores pictures. While one is painted, the previous two are encoded. */
export async function storePictures(
  db: Database,
  storage: Storage,
  kind: keyof typeof painters,
  names: string[],
): Promise<Pictures> {
  const pictures: Pictures = new Map()
  const encoding: Promise<unknown>[] = []
  for (const [n, name] of names.entries()) {
    const [master] = await Promise.all([painters[kind](name), encoding[n - 2]])
    encoding[n] = storeImage(db, storage, master).then((id) => pictures.set(name, id))
    // The failure is thrown where the promise is awaited. This handler avoids an unhandled
    // rejection before that.
    encoding[n].catch(() => {})
  }
  await Promise.all(encoding)
  return pictures
}
