import { createRequire } from 'node:module'
import sharp from 'sharp'
import { createField, type Field } from './field.ts'

interface IconSet {
  width: number
  icons: Record<string, { body: string }>
}

const set: IconSet = createRequire(import.meta.url)('@iconify-json/game-icons/icons.json')

/**
 * The position of a glyph: its centre as a fraction of the picture, its size as a fraction of the
 * width.
 */
export interface Placement {
  glyph: string
  x: number
  y: number
  size: number
  /** Degrees, clockwise. */
  turn?: number
  mirrored?: boolean
}

export function glyphSvg(place: Placement, width: number, height: number): string {
  const icon = set.icons[place.glyph]
  if (!icon) throw new Error(`game-icons has no glyph named ${place.glyph}`)
  const factor = (place.size * width) / set.width
  const flip = place.mirrored ? -factor : factor
  const half = set.width / 2
  return (
    `<g color="#fff" transform="translate(${place.x * width} ${place.y * height}) ` +
    `rotate(${place.turn ?? 0}) scale(${flip} ${factor}) translate(${-half} ${-half})">` +
    `${icon.body}</g>`
  )
}

/** The coverage of white SVG shapes on a picture of the given size. */
export async function coverage(shapes: string, width: number, height: number): Promise<Field> {
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<rect width="100%" height="100%"/>${shapes}</svg>`
  const bytes = await sharp(Buffer.from(svg)).extractChannel(0).raw().toBuffer()
  const field = createField(width, height)
  for (let i = 0; i < bytes.length; i++) field.data[i] = bytes[i]! / 255
  return field
}

export function glyphCoverage(place: Placement, width: number, height: number): Promise<Field> {
  return coverage(glyphSvg(place, width, height), width, height)
}
