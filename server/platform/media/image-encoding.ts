import sharp, { type OutputInfo, type Sharp } from 'sharp'
import { isTakenImage, pictureRefusals } from '#contract/wire/image-upload.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import type { ImageType } from './image-types.ts'

/** In pixels. A narrower original is also stored in its own width, and in none above it. */
const ladder = [320, 480, 640, 960, 1280]
const maxPixels = 40_000_000
/** WebP's limit for the length of a side. */
const maxSide = 16_383

export type EncodedImage = {
  width: number
  height: number
  /** The dominant colour, `#rrggbb`. */
  color: string
  variants: { width: number; type: ImageType; bytes: Buffer }[]
}

/** Removes metadata. Refuses unsafe pictures (422). `svg` permits the shop's own drawings. */
export async function encodeImage(master: Buffer, { svg = false } = {}): Promise<EncodedImage> {
  if (!svg && !isTakenImage(master)) throw new Refusal(pictureRefusals.not_an_image)
  const { width, height } = await measured(master)
  if (!svg && isNarrow(width, height)) throw new Refusal(pictureRefusals.image_too_narrow)
  const largest = await pixels(
    sharp(master, { limitInputPixels: maxPixels })
      .autoOrient()
      .toColourspace('srgb')
      .resize({ width: ladder.at(-1), withoutEnlargement: true }),
  ).catch(() => {
    throw new Refusal(pictureRefusals.image_damaged)
  })

  const variants: EncodedImage['variants'] = []
  for (const width of widthsUpTo(largest.info.width)) {
    const scaled = await pixels(fromPixels(largest).resize({ width }))
    // Measured on detailed artwork: higher efforts double the time to save a tenth of the bytes.
    const [avif, webp] = await Promise.all([
      fromPixels(scaled).avif({ quality: 55, effort: 1 }).toBuffer(),
      fromPixels(scaled).webp({ quality: 78, effort: 2 }).toBuffer(),
    ])
    variants.push({ width, type: 'avif', bytes: avif }, { width, type: 'webp', bytes: webp })
  }
  return { width, height, color: await dominantColor(largest), variants }
}

function widthsUpTo(width: number): number[] {
  return [...ladder.filter((step) => step < width), width]
}

/** Whether the picture is a dot or a line, which no page of the shop can show. */
function isNarrow(width: number, height: number) {
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  return short < 32 || long > short * 10
}

/** Returns the size after applying the rotation of the EXIF data. */
async function measured(master: Buffer) {
  const { autoOrient } = await sharp(master, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw new Refusal(pictureRefusals.image_damaged)
    })
  const { width, height } = autoOrient
  if (width * height > maxPixels || Math.max(width, height) > maxSide) {
    throw new Refusal(pictureRefusals.image_too_many_pixels)
  }
  return { width, height }
}

type Pixels = { data: Buffer; info: OutputInfo }
const pixels = (image: Sharp): Promise<Pixels> => image.raw().toBuffer({ resolveWithObject: true })
const fromPixels = ({ data, info: { width, height, channels } }: Pixels) =>
  sharp(data, { raw: { width, height, channels } })

async function dominantColor(image: Pixels): Promise<string> {
  const { dominant } = await sharp(await fromPixels(image).resize(64).png().toBuffer()).stats()
  const hex = (part: number) => part.toString(16).padStart(2, '0')
  return `#${hex(dominant.r)}${hex(dominant.g)}${hex(dominant.b)}`
}
