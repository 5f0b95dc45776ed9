import { mix, scale } from '../colour.ts'
import { blur, createField } from '../field.ts'
import { glyphCoverage } from '../glyph.ts'
import { noiseField } from '../noise.ts'
import { add, over, smoothstep } from '../paint.ts'
import { diffuse, lamp, slopes } from '../relief.ts'
import type { Composition } from '../scene.ts'

const LEVELS = 46

/** A map: contour lines of a landscape in which the motif is the mountain. */
export const contourMap: Composition = async ({ width, height, motif, ground, key, rim, seed }) => {
  const mask = await glyphCoverage(motif, width, height)
  const foot = blur(mask, width / 15)
  const slope = blur(mask, width / 120)
  const land = noiseField(width, height, width * 0.62, seed, 3)
  const heights = createField(width, height)
  for (let i = 0; i < heights.data.length; i++) {
    heights.data[i] = land.data[i]! * 0.5 + foot.data[i]! * 0.3 + slope.data[i]! * 0.22
  }
  const smooth = blur(heights, width / 400)
  const lit = { ...smooth, data: smooth.data.map((v) => v * width * 0.16) }
  const relief = slopes(lit)
  const sun = lamp(125, 38)
  const paper = scale(ground, 1)
  const faint = mix(ground, key, 0.38)

  return (pixel, _x, y, i) => {
    const cover = slope.data[i]!
    const light = diffuse(relief, i, sun)
    const fall = 1.1 - 0.75 * (y / height)
    over(pixel, paper, 1)
    add(
      pixel,
      mix(ground, key, 0.5),
      Math.max(light - 0.45, 0) ** 1.6 * (0.25 + cover * 1.6) * fall,
    )

    const v = smooth.data[i]! * LEVELS
    const sx = relief.slopeX[i]! / (width * 0.16)
    const sy = relief.slopeY[i]! / (width * 0.16)
    const perPixel = Math.max(Math.sqrt(sx * sx + sy * sy) * LEVELS, 1e-4)
    const nearest = Math.round(v)
    const away = Math.abs(v - nearest) / perPixel
    const major = nearest % 5 === 0
    const half = (major ? 1.5 : 0.8) * (width / 960)
    const line = 1 - smoothstep(half - 0.6, half + 0.7, away)
    const crowded = 1 - smoothstep(0.22, 0.5, perPixel)
    const ink = mix(faint, cover > 0.5 ? rim : key, Math.min(cover * 1.4 + (major ? 0.25 : 0), 1))
    over(pixel, ink, line * crowded * (major ? 1 : 0.8) * (0.35 + 0.65 * Math.min(fall, 1)))
  }
}
