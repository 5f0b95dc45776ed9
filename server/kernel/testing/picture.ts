import sharp from 'sharp'

/** A small PNG in a random colour, so that no two tests share one. */
export async function newPicture(width = 64): Promise<Buffer> {
  const part = () => Math.floor(Math.random() * 256)
  const background = { r: part(), g: part(), b: part() }
  const image = sharp({
    create: { width, height: Math.max(48, width / 4), channels: 3, background },
  })
  return image.png().toBuffer()
}

export const dataUrl = (bytes: Buffer, type = 'image/png') =>
  `data:${type};base64,${bytes.toString('base64')}`

export const newUpload = async () => dataUrl(await newPicture())
