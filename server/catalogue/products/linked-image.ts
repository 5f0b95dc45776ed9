import type { Storage } from '#server/adapters/storage/storage.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { fetchImage } from '#server/platform/media/fetch-image.ts'
import { storeImage } from '#server/platform/media/images.ts'
import { storeAt } from '#server/platform/media/uploaded-image.ts'

/** Returns the row's id. Refuses with 422 if it cannot be fetched or is not a picture. */
export async function storeLinked(
  db: Database,
  storage: Storage,
  siteUrl: string,
  address: string,
): Promise<number> {
  const own = await findOwn(db, siteUrl, address)
  if (own !== undefined) return own
  const bytes = await fetchImage(address)
  return storeAt('imageUrl', () => storeImage(db, storage, bytes))
}

async function findOwn(db: Database, siteUrl: string, address: string) {
  const url = URL.parse(address, siteUrl)
  const hash = /^\/images\/([0-9a-f]{32})-\d+\.(?:avif|webp)$/.exec(url?.pathname ?? '')?.[1]
  if (!hash || url!.origin !== new URL(siteUrl).origin) return undefined
  const image = await db
    .selectFrom('images')
    .select('id')
    .where('hash', '=', hash)
    .executeTakeFirst()
  return image?.id
}
