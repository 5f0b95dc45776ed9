import * as z from 'zod'
import { line } from '#contract/wire/text.ts'

export const mostDetails = 12
export const mostScreenshots = 8

/** The kind of game. Visitors can filter the store by it. */
export const category = line(40, 'Enter a category')

const tooMany = `At most ${mostDetails} lines`

/** The lists that staff enter for a product's page, in addition to the description. */
export const productDetails = z.object({
  included: z
    .array(line(120, 'Enter a text'))
    .max(mostDetails, tooMany)
    .meta({ description: 'What the customer gets, in short lines' }),
  requirements: z
    .array(
      z.object({
        label: line(40, 'Enter a name')
          .refine((text) => !text.includes(':'), 'A name cannot contain a colon')
          .meta({ example: 'Windows' }),
        value: line(160, 'Enter a value').meta({ example: '10 or 11, 64 bit' }),
      }),
    )
    .max(mostDetails, tooMany)
    .meta({ description: 'What the customer needs to use the product' }),
  screenshots: z
    .array(
      z.object({
        image: z
          .string()
          .regex(/^\/images\/[0-9a-f]{32}-\d+\.(avif|webp)$/, 'Upload the image first')
          .meta({ description: 'URL of an uploaded image, as `POST /admin/images` returns it' }),
        caption: line(160, 'Describe what the screenshot shows'),
      }),
    )
    .max(mostScreenshots, `At most ${mostScreenshots} screenshots`),
})
export type ProductDetails = z.output<typeof productDetails>
