import { mix, ramp, scale } from '../colour.ts'
import { distanceInside } from '../distance.ts'
import { blur, createField } from '../field.ts'
import { glyphCoverage } from '../glyph.ts'
import { noiseField } from '../noise.ts'
import { add, dim, over, smoothstep } from '../paint.ts'
import { slopes } from '../relief.ts'
import type { Composition } from '../scene.ts'

/** A shaft of stacked card sheets, each cut along the outline of the motif that glows below. */
export const echo: Composition = async ({ width, height, motif, ground, key, rim, seed }) => {
  const mask = await glyphCoverage(motif, width, height)
  const ragged = noiseField(width, height, width * 0.4, seed, 2)
  const outside = createField(width, height)
  for (let i = 0; i < outside.data.length; i++) outside.data[i] = 1 - mask.data[i]!
  const away = blur(distanceInside(outside), width / 220)
  const fall = slopes(away)
  const step = width * 0.03
  const sheet = ramp(
    key,
    mix(key, ground, 0.3),
    mix(key, ground, 0.62),
    mix(key, ground, 0.86),
    ground,
    scale(ground, 0.7),
  )
  const core = ramp(key, mix(key, rim, 0.7), rim)

  return (pixel, x, y, i) => {
    const d = Math.max(away.data[i]! - 1.5, 0) * (0.8 + 0.4 * ragged.data[i]!)
    // Borders lie at step * (k + k² / 9): the higher the sheet, the wider its step.
    const k = Math.floor((Math.sqrt(1 + (4 * d) / (9 * step)) - 1) * 4.5)
    const from = step * (k + (k * k) / 9)
    const to = step * (k + 1 + ((k + 1) * (k + 1)) / 9)
    const depth = k / 9
    const facing = fall.slopeX[i]! * 0.6 + fall.slopeY[i]! * 0.8
    const light = 1.1 - 0.5 * (y / height)
    over(pixel, sheet(depth), 1)
    dim(pixel, light)
    // The sheet above shades this one where it lies between it and the lamp, at the upper left.
    const overhang = Math.max(-facing, 0) * 0.85 + 0.3
    dim(pixel, 1 - overhang * Math.exp((d - to) / (step * 0.55)) * 0.85)
    const lip = Math.exp(-(d - from) / 1.7) * Math.max(facing + 0.35, 0)
    if (k > 0) add(pixel, mix(key, rim, 0.3), lip * 0.6 * Math.exp(-depth * 1.1))
    const cover = mask.data[i]!
    if (cover === 0) return
    over(pixel, core(smoothstep(1.1, -0.1, y / height + (x / width - 0.5) * 0.5)), cover)
  }
}
