import type { ProductDetails } from '#contract/catalogue/product-details.ts'
import { productRefusals } from '#contract/wire/product-refusals.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { pictureOf } from '#server/platform/media/images.ts'

type Screenshots = ProductDetails['screenshots']

export const detailsOf = ({ details }: { details: unknown }) => details as ProductDetails

/** Separates the lists from the other fields. A list that is omitted is not changed. */
export function splitDetails<Fields extends Partial<ProductDetails>>(fields: Fields) {
  const { included, requirements, screenshots, ...others } = fields
  const details: Partial<ProductDetails> = {
    ...(included && { included }),
    ...(requirements && { requirements }),
    ...(screenshots && { screenshots }),
  }
  return { details, others }
}

/** Throws `unknown_image` if the image of a screenshot is not stored. */
export async function requireImages(db: Database, screenshots: Screenshots = []): Promise<void> {
  const found = await findImages(db, screenshots)
  if (screenshots.some(({ image }) => !found.has(hashOf(image))))
    throw new Refusal(productRefusals.unknown_image, { loc: ['body', 'screenshots'] })
}

export async function listScreenshots(db: Database, screenshots: Screenshots) {
  const found = await findImages(db, screenshots)
  return screenshots.flatMap(({ image, caption }) => {
    const row = found.get(hashOf(image))
    return row ? [{ picture: pictureOf(row), caption }] : []
  })
}

async function findImages(db: Database, screenshots: Screenshots) {
  if (screenshots.length === 0) return new Map<string, never>()
  const rows = await db
    .selectFrom('images')
    .select(['hash', 'width', 'height', 'color', 'widths'])
    .where(
      'hash',
      'in',
      screenshots.map(({ image }) => hashOf(image)),
    )
    .execute()
  return new Map(rows.map((row) => [row.hash, row]))
}

const hashOf = (image: string) => image.slice('/images/'.length, '/images/'.length + 32)
