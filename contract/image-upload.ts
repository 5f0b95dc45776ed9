import * as z from 'zod'

/** Bytes of a picture that staff upload. */
export const maxImageBytes = 5 * 1024 * 1024

/** The sentences of a picture that is not taken. */
export const imageTooLarge = 'Image size must be less than 5MB'
export const notAnImage = 'Please upload an image file'

/** What a request with a picture in it may weigh: base64 makes it a third longer. */
export const imageBodyLimit = 8 * 1024 * 1024

const dataUrlHead = /^data:image\/[a-z0-9.+-]{1,40};base64,/

/** A picture as a data URL. That it is one is seen when the server decodes it. */
export const imageUpload = z
  .string()
  .refine((text) => text.length <= (maxImageBytes * 4) / 3 + 100, imageTooLarge)
  .refine((text) => dataUrlHead.test(text), notAnImage)
  .meta({
    description: 'Data URL of a PNG, JPEG, WebP or AVIF, at most 5 MB',
    example: 'data:image/png;base64,…',
  })
