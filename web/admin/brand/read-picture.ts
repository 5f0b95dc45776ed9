import { logoTooLarge, maxLogoBytes, notALogo } from '#contract/logo-upload.ts'
import { readAsDataUrl, readImage } from '../image/read-image.ts'

export const readHero = readImage

/** A chosen logo as a data URL. Throws an Error with the sentence that says why not. */
export async function readLogo(file: File): Promise<string> {
  if (file.size > maxLogoBytes) throw new Error(logoTooLarge)
  const head = await file.slice(0, 200).text()
  const type = head.slice(1, 4) === 'PNG' ? 'png' : /^\ufeff?\s*</.test(head) && 'svg+xml'
  if (!type) throw new Error(notALogo)
  // By what it is: a system may not know the type of an SVG.
  return readAsDataUrl(new Blob([file], { type: `image/${type}` }))
}
