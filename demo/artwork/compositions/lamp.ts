import { mix, ramp, scale } from '../colour.ts'
import { blur, sample } from '../field.ts'
import { glyphCoverage } from '../glyph.ts'
import { noiseField } from '../noise.ts'
import { add, dim, over, smoothstep } from '../paint.ts'
import { closed, diffuse, gloss, lamp, raise } from '../relief.ts'
import type { Composition } from '../scene.ts'

/** A sculpture larger than the frame, between a key lamp and a coloured rim light. */
export const lampLit: Composition = async ({ width, height, motif, ground, key, rim, seed }) => {
  const mask = await glyphCoverage(motif, width, height)
  const bevel = motif.size * width * 0.075
  const relief = raise(mask, bevel, width / 220)
  // The parts of a motif sit on one darker core, so that the gaps between them read as grooves.
  const core = closed(mask, motif.size * width * 0.016)
  const coreRelief = raise(core, motif.size * width * 0.03, width / 260)
  const shadow = blur(core, width / 26)
  const dust = noiseField(width, height, width * 0.5, seed)
  const keyLamp = lamp(128, 34)
  const rimLamp = lamp(-28, 10)
  const body = ramp(scale(ground, 0.5), mix(ground, key, 0.28), key, mix(key, [1, 1, 1], 0.5))
  const wall = ramp(scale(ground, 0.35), mix(ground, key, 0.4))

  return (pixel, x, y, i) => {
    const fx = x / width
    const fy = y / height
    const pool = Math.exp(-((fx - 0.28) ** 2 * 4.4 + (fy - 0.16) ** 2 * 3.4))
    // A tilted plane behind the sculpture: above it the wall, below it the floor in shade.
    const edge = (fy - 0.66 - (fx - 0.5) * 0.42) * height
    const floor = smoothstep(-1, 1, edge)
    const haze = (dust.data[i]! - 0.5) * 0.22
    over(pixel, wall(pool ** 1.5 * (0.8 + haze)), 1)
    dim(pixel, 1 - floor * (0.62 - 0.3 * Math.exp(-Math.max(edge, 0) / (height * 0.09))))
    dim(pixel, 1 - 0.82 * sample(shadow, x - width * 0.05, y - height * 0.05))

    const base = core.data[i]!
    if (base === 0) return
    const reach = 0.3 + 0.7 * pool
    const glint = smoothstep(0.1, 0.9, fx * 0.7 + fy * 0.5)
    over(pixel, body(diffuse(coreRelief, i, keyLamp) ** 2 * 0.42 * reach), base)
    add(pixel, rim, diffuse(coreRelief, i, rimLamp) ** 4 * 0.6 * base * glint)
    const cover = mask.data[i]!
    const light = diffuse(relief, i, keyLamp)
    over(pixel, body(0.03 + light * light * 1.05 * reach), cover)
    add(pixel, [1, 0.97, 0.92], gloss(relief, i, keyLamp, 60) * 0.6 * reach * cover)
    const edgeLight = diffuse(relief, i, rimLamp)
    add(pixel, rim, edgeLight ** 3 * 1.25 * cover * glint)
  }
}
