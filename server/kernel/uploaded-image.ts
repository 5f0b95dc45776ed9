import { imageTooLarge, maxImageBytes, notAnImage } from '#contract/image-upload.ts'
import type { Storage } from '#server/adapters/storage/storage.ts'
import type { Database } from './database.ts'
import { Refusal } from './errors.ts'
import { storeImage } from './images.ts'

/**
 * Keeps the picture of a data URL and returns its row's id. Refuses with 422 and the
 * specification's sentences.
 */
export async function storeUpload(db: Database, storage: Storage, dataUrl: string) {
  const bytes = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
  if (bytes.length > maxImageBytes) throw new Refusal(422, imageTooLarge, ['body', 'image'])
  if (bytes.length === 0) throw new Refusal(422, notAnImage, ['body', 'image'])
  return storeAt('image', () => storeImage(db, storage, bytes))
}

/** A refusal of the picture tells which field of the body it came in. */
export async function storeAt(field: string, store: () => Promise<number>): Promise<number> {
  try {
    return await store()
  } catch (error) {
    if (!(error instanceof Refusal) || error.loc) throw error
    throw new Refusal(error.status, error.message, ['body', field])
  }
}
