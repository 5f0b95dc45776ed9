import sharp, { type Sharp } from 'sharp'
import { logoRefusals } from '#contract/wire/logo-upload.ts'
import type { Logo } from '#server/kernel/config/config.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { fitted, type Painting, paintings, wide } from './logo-files.ts'
import { plainSvg } from './svg.ts'

const maxPixels = 40_000_000
/** PNGs are scaled down to this size: three times the largest place that shows them. */
const largest = { width: 1320, height: 360 }
const shape = { least: 32, ratio: 8 }

/** Home screens show nothing behind a transparent logo, so it gets the shop's background colour. */
const ground = '#0b0d0c'

type Encoded = Omit<Logo, 'hash'> & {
  file: Buffer
  paintings: { painting: Painting; bytes: Buffer }[]
}

/** Includes the images rendered from it. Refuses files that are neither SVG nor PNG. */
export async function encodeLogo(bytes: Buffer): Promise<Encoded> {
  if (bytes.subarray(0, 8).equals(pngHead)) return encodePng(bytes)
  if (/^(\ufeff)?\s*</.test(bytes.subarray(0, 200).toString('utf8'))) return encodeSvg(bytes)
  throw new Refusal(logoRefusals.not_a_logo)
}

const pngHead = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

async function encodePng(bytes: Buffer): Promise<Encoded> {
  const { width, height } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(refuseDamaged)
  if (width * height > maxPixels) throw new Refusal(logoRefusals.logo_too_many_pixels)
  if (Math.min(width, height) < shape.least) throw new Refusal(logoRefusals.logo_too_narrow)
  refuseNarrow(width, height)
  const { data, info } = await sharp(bytes, { limitInputPixels: maxPixels })
    .toColourspace('srgb')
    .resize({ ...largest, fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true })
    .catch(refuseDamaged)
  const size = { width: info.width, height: info.height }
  return { type: 'png', ...size, file: data, paintings: await paint(() => sharp(data), size) }
}

async function encodeSvg(bytes: Buffer): Promise<Encoded> {
  const file = Buffer.from(plainSvg(bytes))
  const natural = await sharp(file, { limitInputPixels: maxPixels }).metadata().catch(refuseUndrawn)
  const { width, height } = natural
  refuseNarrow(width, height)
  // Rendered at the size of the largest image, regardless of the size that the file declares.
  const density = Math.min(2400, Math.max(1, (72 * 512) / Math.max(width, height)))
  const drawn = () => sharp(file, { density, limitInputPixels: maxPixels })
  const size = { width, height }
  const painted = await paint(drawn, size).catch(refuseUndrawn)
  return { type: 'svg', ...size, file, paintings: painted }
}

/** Renders the sizes in turn, because a slow drawing must not occupy all threads of the pool. */
async function paint(draw: () => Sharp, size: { width: number; height: number }) {
  const painted: Encoded['paintings'] = []
  for (const painting of paintings) {
    const box = painting === 'wide' ? fitted(size, wide) : square(Number(painting))
    const image = draw().resize({ ...box, fit: 'contain', background: '#0000' })
    const laid = painting === '180' ? image.flatten({ background: ground }) : image
    painted.push({ painting, bytes: await laid.png({ compressionLevel: 9 }).toBuffer() })
  }
  return painted
}

const square = (side: number) => ({ width: side, height: side })

function refuseNarrow(width: number, height: number) {
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  if (long > short * shape.ratio) throw new Refusal(logoRefusals.logo_too_narrow)
}

function refuseDamaged(): never {
  throw new Refusal(logoRefusals.logo_damaged)
}

function refuseUndrawn(): never {
  throw new Refusal(logoRefusals.svg_unreadable, {
    values: { why: 'it has nothing that can be drawn' },
  })
}
