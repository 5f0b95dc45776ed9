import {
  imageTooLarge,
  isTakenImage,
  maxImageBytes,
  notAnImage,
} from '#contract/wire/image-upload.ts'

/**
 * Reads a chosen picture as a data URL. Throws an Error with the reason, as a sentence, if it is
 * refused.
 */
export async function readImage(file: File): Promise<string> {
  if (file.size > maxImageBytes) throw new Error(imageTooLarge)
  const head = await file.slice(0, 16).arrayBuffer()
  if (!isTakenImage(new Uint8Array(head))) throw new Error(notAnImage)
  return readAsDataUrl(file)
}

export function readAsDataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => reject(new Error('This file cannot be read'))
    reader.readAsDataURL(file)
  })
}
