import { maxImageBytes, pictureRefusals } from '#contract/wire/image-upload.ts'
import type { Storage } from '#server/adapters/storage/storage.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { storeImage } from './images.ts'

/** Returns the id of its row. Refuses data that is not a picture, or one that is too large. */
export async function storeUpload(
  db: Database,
  storage: Storage,
  dataUrl: string,
  field = 'image',
) {
  const loc = ['body', field]
  const bytes = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
  if (bytes.length > maxImageBytes) throw new Refusal(pictureRefusals.image_too_large, { loc })
  if (bytes.length === 0) throw new Refusal(pictureRefusals.not_an_image, { loc })
  return storeAt(field, () => storeImage(db, storage, bytes))
}

/** Adds the field of the body to a refusal of the picture. */
export async function storeAt<Kept>(field: string, store: () => Promise<Kept>): Promise<Kept> {
  try {
    return await store()
  } catch (error) {
    if (!(error instanceof Refusal) || error.loc) throw error
    const { code, status, message } = error
    throw new Refusal({ code, status, sentence: message }, { loc: ['body', field] })
  }
}
