import * as z from 'zod'
import { endpoint } from '#contract/wire/endpoint.ts'
import { imageBodyLimit, imageUpload, pictureRefusals } from '#contract/wire/image-upload.ts'

/** An image in the sizes and formats that the shop serves. */
export const picture = z
  .object({
    src: z.string().meta({ description: 'URL of a WebP image, for all browsers' }),
    avif: z.string().meta({ description: 'srcset of AVIF files' }),
    webp: z.string().meta({ description: 'srcset of WebP files' }),
    width: z.int().positive(),
    height: z.int().positive(),
    color: z
      .string()
      .meta({ description: 'Dominant colour, shown while the image loads', example: '#1d2430' }),
  })
  .meta({ id: 'Picture' })

/** The calls that a text editor needs. */
export const media = {
  preview: endpoint({
    method: 'POST',
    path: '/admin/preview',
    who: 'staff',
    can: 'write_pages',
    summary: 'Preview markdown as the store shows it',
    description: 'Nothing is saved.',
    bodyLimit: 1024 * 1024,
    body: z.object({
      markdown: z.string().max(200_000, 'The text can have at most 200,000 characters'),
    }),
    result: z.object({
      html: z.string().meta({ description: 'The text as sanitised HTML' }),
    }),
  }),
  addImage: endpoint({
    method: 'POST',
    path: '/admin/images',
    who: 'staff',
    can: 'write_pages',
    summary: 'Upload a picture for use in a text or as a screenshot',
    bodyLimit: imageBodyLimit,
    body: z.object({ image: imageUpload }),
    result: picture,
    status: 201,
    refusals: pictureRefusals,
  }),
}
