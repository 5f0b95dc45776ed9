import { logoTooLarge, maxLogoBytes, notALogo } from '#contract/wire/logo-upload.ts'
import { readAsDataUrl, readImage } from '../image/read-image.ts'

export const readHero = readImage

/**
 * Reads a chosen logo as a data URL. Throws an Error with the reason, as a sentence, if it is
 * refused.
 */
export async function readLogo(file: File): Promise<string> {
  if (file.size > maxLogoBytes) throw new Error(logoTooLarge)
  const head = await file.slice(0, 200).text()
  const type = head.slice(1, 4) === 'PNG' ? 'png' : /^\ufeff?\s*</.test(head) && 'svg+xml'
  if (!type) throw new Error(notALogo)
  // Use the type found in the content, because a system may not know the type of an SVG.
  return readAsDataUrl(new Blob([file], { type: `image/${type}` }))
}
