import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Storage } from '#server/adapters/storage/storage.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { type ImageType, imageTypes } from './image-types.ts'

/** The storage key of an image file. The same name follows `/images/` in its URL. */
export const imageKey = (file: string) => `images/${file}`

const fileName = (hash: string, width: number, type: ImageType) => `${hash}-${width}.${type}`

/** Stores the same bytes once. Refuses unsafe pictures (422). `svg` is for the shop's drawings. */
export async function storeImage(
  db: Database,
  storage: Storage,
  master: Buffer,
  options: { svg?: boolean } = {},
): Promise<number> {
  const hash = createHash('sha256').update(master).digest('hex').slice(0, 32)
  const kept = await db
    .selectFrom('images')
    .select('id')
    .where('hash', '=', hash)
    .executeTakeFirst()
  if (kept) return kept.id

  // The image library takes many megabytes, and many servers never need it.
  const { encodeImage } = await import('./image-encoding.ts')
  const { variants, ...image } = await encodeImage(master, options)
  await Promise.all(
    variants.map(({ width, type, bytes }) =>
      storage.put(imageKey(fileName(hash, width, type)), bytes, { contentType: imageTypes[type] }),
    ),
  )
  const widths = [...new Set(variants.map(({ width }) => width))]
  const row = await db
    .insertInto('images')
    .values({ hash, ...image, widths })
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ hash }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** For painting into another picture. Null if the file is missing. */
export async function largestFile(
  storage: Storage,
  { hash, widths }: Pick<ImageRow, 'hash' | 'widths'>,
): Promise<Buffer | null> {
  const file = await storage.get(imageKey(fileName(hash, widths.at(-1)!, 'webp')))
  return file && buffer(file.stream)
}

export type ImageRow = {
  hash: string
  width: number
  height: number
  color: string
  widths: number[]
}

export function pictureOf({ hash, width, height, color, widths }: ImageRow) {
  const address = (at: number, type: ImageType) => `/images/${fileName(hash, at, type)}`
  const sources = (type: ImageType) => widths.map((at) => `${address(at, type)} ${at}w`).join(', ')
  const middle = widths.findLast((at) => at <= 640) ?? widths[0]!
  return {
    src: address(middle, 'webp'),
    avif: sources('avif'),
    webp: sources('webp'),
    width,
    height,
    color,
  }
}
