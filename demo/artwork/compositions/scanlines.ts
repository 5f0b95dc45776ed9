import { mix, ramp, scale } from '../colour.ts'
import { blur, createField, sample } from '../field.ts'
import { glyphCoverage } from '../glyph.ts'
import { noiseField } from '../noise.ts'
import { add, over } from '../paint.ts'
import { raise } from '../relief.ts'
import type { Composition } from '../scene.ts'

const LINES = 104

/**
 * A relief drawn with a single pen: the motif lifts the level lines, and each hides the lines
 * behind it.
 */
export const scanlines: Composition = async ({ width, height, motif, ground, key, rim, seed }) => {
  const mask = await glyphCoverage(motif, width, height)
  const body = raise(mask, motif.size * width * 0.11, width / 90).height
  const foot = blur(mask, width / 22)
  const land = noiseField(width, height, width * 0.3, seed, 4)
  const lift = width * 0.085
  const bevel = motif.size * width * 0.088
  const ink = createField(width, height)
  const level = createField(width, height)
  const thick = width / 620

  for (let line = -4; line < LINES + 12; line++) {
    const base = (line / LINES) * height
    let before = base
    for (let x = 0; x < width; x++) {
      const rise = sample(body, x, base) / bevel
      const ground = sample(foot, x, base)
      const wobble = (sample(land, x, base) - 0.5) * 0.35 * (1 - ground)
      const top = base - (rise * 0.8 + ground * 0.25 + wobble) * lift
      const steep = Math.sqrt(1 + Math.min((top - before) ** 2, 36))
      before = top
      const from = Math.max(Math.floor(top - thick * steep - 1), 0)
      const to = Math.min(Math.ceil(base + height / LINES), height - 1)
      for (let y = from; y <= to; y++) {
        const i = y * width + x
        const stroke = Math.min(Math.max(thick + 0.5 - Math.abs(y - top) / steep, 0), 1)
        ink.data[i] = y > top ? stroke : Math.max(ink.data[i]!, stroke)
        level.data[i] = rise
      }
    }
  }
  const glow = blur(ink, width / 60)
  const pen = ramp(mix(ground, key, 0.3), key, key, mix(rim, [1, 1, 1], 0.15))

  return (pixel, x, y, i) => {
    const fall = 1.1 - 0.55 * Math.abs(y / height - 0.45) - 0.3 * Math.abs(x / width - 0.5)
    const high = level.data[i]!
    over(pixel, scale(ground, 0.55), 1)
    add(pixel, mix(key, rim, high), glow.data[i]! * 0.1 * (0.2 + high))
    over(pixel, pen(0.06 + high * 0.92), ink.data[i]! * Math.min(fall + high * 0.3, 1))
  }
}
