import { imageTooLarge, maxImageBytes, notAnImage } from '#contract/image-upload.ts'

/** A chosen picture as a data URL. Throws an Error with the sentence that says why not. */
export async function readImage(file: File): Promise<string> {
  if (!file.type.startsWith('image/')) throw new Error(notAnImage)
  if (file.size > maxImageBytes) throw new Error(imageTooLarge)
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => reject(new Error('This file cannot be read'))
    reader.readAsDataURL(file)
  })
}
