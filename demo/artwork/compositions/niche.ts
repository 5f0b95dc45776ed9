import { mix, ramp, scale } from '../colour.ts'
import { blur, createField, sample } from '../field.ts'
import { glyphCoverage } from '../glyph.ts'
import { noiseField } from '../noise.ts'
import { add, dim, over, smoothstep } from '../paint.ts'
import { diffuse, gloss, lamp, raise, slopes } from '../relief.ts'
import type { Composition } from '../scene.ts'

const STEPS = 4

/** An altar: the motif on its axis within stepped pointed arches, lit from one side. */
export const niche: Composition = async ({ width, height, motif, ground, key, rim, seed }) => {
  const mask = await glyphCoverage(motif, width, height)
  const relief = raise(mask, motif.size * width * 0.1, width / 320)
  const shadow = blur(mask, width / 24)
  const worn = noiseField(width, height, width * 0.3, seed, 5)
  const stone = createField(width, height)
  const tread = width * 0.1
  const axis = motif.x * width
  const spring = height * 0.42
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      // Distance to a pointed arch: circles whose centres lie beyond the axis.
      const dx = Math.abs(x - axis)
      const rise = Math.max(spring - y, 0)
      const away = Math.hypot(dx + width * 0.3, rise) - width * 0.3
      const step = Math.min(Math.max((away - width * 0.17) / tread, 0), STEPS)
      const riser = smoothstep(0, 0.42, step - Math.floor(step))
      stone.data[y * width + x] =
        (Math.floor(step) + riser) * tread * 0.42 + (worn.data[y * width + x]! - 0.5) * 14
    }
  }
  const walls = slopes(blur(stone, width / 400))
  const side = lamp(150, 30)
  const low = lamp(-20, 12)
  const cold = mix(ground, rim, 0.24)
  const masonry = ramp(scale(ground, 0.25), ground, mix(ground, cold, 0.45), cold)
  const metal = ramp(scale(ground, 0.4), scale(key, 0.3), key, mix(key, [1, 1, 1], 0.55))

  return (pixel, x, y, i) => {
    const fx = x / width
    const fy = y / height
    const fall = Math.exp(-((fx - 0.2) ** 2 * 1.5 + (fy - 0.38) ** 2 * 2.2))
    over(pixel, masonry((0.12 + diffuse(walls, i, side)) * fall), 1)
    const depth = smoothstep(width * 0.34, width * 0.12, Math.abs(x - motif.x * width))
    dim(pixel, 1 - 0.5 * depth * (1 - 0.4 * fall))
    dim(pixel, 1 - 0.75 * sample(shadow, x - width * 0.07, y - height * 0.025))
    const cover = mask.data[i]!
    if (cover === 0) return
    const light = diffuse(relief, i, side)
    over(pixel, metal(0.03 + light ** 1.5 * 1.05 * (0.35 + 0.65 * fall)), cover)
    add(pixel, [1, 0.95, 0.85], gloss(relief, i, side, 50) * 0.6 * cover)
    add(pixel, rim, diffuse(relief, i, low) ** 3 * 1.1 * cover * smoothstep(0.4, 0.8, fx))
  }
}
