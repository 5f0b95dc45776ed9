import { mix, scale } from '../colour.ts'
import { blur, createField, sample } from '../field.ts'
import { glyphCoverage } from '../glyph.ts'
import { add, over, smoothstep } from '../paint.ts'
import { diffuse, lamp, raise } from '../relief.ts'
import type { Composition } from '../scene.ts'

const PITCH = 1 / 62
const ANGLE = 0.4

/** A print: the lit motif broken into dots of two inks, the second one shifted out of register. */
export const halftone: Composition = async ({ width, height, motif, ground, key, rim }) => {
  const mask = await glyphCoverage(motif, width, height)
  const relief = raise(mask, motif.size * width * 0.12, width / 160)
  const sun = lamp(140, 30)
  const tone = createField(width, height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      const falloff = 1.15 - 0.7 * (x / width) - 0.25 * (y / height)
      tone.data[i] = mask.data[i]! * (0.16 + diffuse(relief, i, sun) * falloff)
    }
  }
  // A strip of the second ink runs behind the motif, at the height of its eyes.
  const strip = motif.y - motif.size * (width / height) * 0.085
  const tall = motif.size * (width / height) * 0.085
  const glow = blur(mask, width / 12)
  const soft = blur(tone, width / 300)
  const pitch = PITCH * width
  const cos = Math.cos(ANGLE)
  const sin = Math.sin(ANGLE)
  const dots = (x: number, y: number, ink: 'key' | 'rim') => {
    const turned = ink === 'rim'
    const c = turned ? sin : cos
    const s = turned ? cos : sin
    const u = (x * c + y * s) / pitch
    const v = (y * c - x * s) / pitch
    const cu = Math.round(u)
    const cv = Math.round(v)
    const px = (cu * c - cv * s) * pitch
    const py = (cv * c + cu * s) * pitch
    const inStrip = turned && Math.abs(py / height - strip) < tall
    const at = inStrip ? 0.3 + 0.75 * (px / width) : sample(soft, px, py)
    if (at < 0.015) return 0
    const radius = Math.sqrt(Math.min(at, 1)) * 0.72
    const away = Math.sqrt((u - cu) ** 2 + (v - cv) ** 2)
    return 1 - smoothstep(radius - 0.06, radius + 0.06, away)
  }
  const shift = width / 90

  return (pixel, x, y, i) => {
    const fy = y / height
    over(pixel, mix(scale(ground, 0.55), ground, 1 - fy), 1)
    add(pixel, key, glow.data[i]! * 0.05 * (1 - fy))
    over(pixel, rim, dots(x - shift, y - shift * 0.6, 'rim'))
    over(pixel, scale(ground, 0.5), mask.data[i]! * 0.85)
    over(pixel, key, dots(x, y, 'key') * mask.data[i]!)
  }
}
