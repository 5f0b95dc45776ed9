import * as z from 'zod'
import { refusals } from './refusals.ts'

/** Maximum size of an uploaded picture, in bytes. */
export const maxImageBytes = 5 * 1024 * 1024

/** For a picture that is rejected. */
export const pictureRefusals = refusals({
  image_too_large: [422, 'Image size must be less than 5MB'],
  not_an_image: [422, 'Please upload an image file. PNG, JPG, WebP and AVIF are supported.'],
  image_damaged: [422, 'The image is damaged'],
  image_too_many_pixels: [
    422,
    'The image can have at most 40 megapixels and 16383 pixels on each side',
  ],
  image_too_narrow: [
    422,
    'The image must be at least 32 pixels on each side, and at most ten times as long as it is wide',
  ],
})
export const imageTooLarge = pictureRefusals.image_too_large.sentence
export const notAnImage = pictureRefusals.not_an_image.sentence

/** For a picture that the server downloads from an address. */
export const linkedPictureRefusals = refusals({
  bad_image_url: [422, 'The image URL must begin with https:// or http://'],
  image_url_not_public: [422, 'The image URL points to an address that is not public'],
  image_not_fetched: [422, 'The image could not be downloaded from its URL'],
})

/** The types that a file dialog offers. */
export const takenImageTypes = 'image/png,image/jpeg,image/webp,image/avif'

/**
 * Whether a file has one of these types, by its first bytes. File names and declared types cannot
 * be trusted.
 */
export function isTakenImage(bytes: Uint8Array): boolean {
  const head = String.fromCharCode(...bytes.subarray(0, 16))
  return (
    head.startsWith('\x89PNG\r\n\x1a\n') ||
    head.startsWith('\xff\xd8\xff') ||
    (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) ||
    /^ftypavi[fs]/.test(head.slice(4))
  )
}

/** Maximum size of a request that contains a picture: base64 makes it a third longer. */
export const imageBodyLimit = 8 * 1024 * 1024

const dataUrlHead = /^data:image\/[a-z0-9.+-]{1,40};base64,/

/** A picture as a data URL. The server validates the picture when it decodes it. */
export const imageUpload = z
  .string()
  .refine((text) => text.length <= (maxImageBytes * 4) / 3 + 100, imageTooLarge)
  .refine((text) => dataUrlHead.test(text), notAnImage)
  .meta({
    description: 'Data URL of a PNG, JPEG, WebP or AVIF, at most 5 MB',
    example: 'data:image/png;base64,…',
  })
