import { mix, ramp, scale } from '../colour.ts'
import { blur, createField } from '../field.ts'
import { glyphCoverage } from '../glyph.ts'
import { add, over } from '../paint.ts'
import { seededRandom } from '../random.ts'
import { diffuse, gloss, lamp, raise } from '../relief.ts'
import type { Composition } from '../scene.ts'

interface Band {
  offset: number
  /** Share of light that a streak keeps from one pixel to the next. */
  keeps: number
  strength: number
}

/** Speed: the motif is cut into shifted bands that leave light trails. */
export const slices: Composition = async ({ width, height, motif, ground, key, rim, seed }) => {
  const whole = await glyphCoverage(motif, width, height)
  const random = seededRandom(`slices ${seed}`)
  const bands: Band[] = []
  const bandOf = new Uint8Array(height)
  for (let y = 0; y < height; ) {
    const tall = Math.round(height * (0.008 + random() ** 2 * 0.07))
    const slip = random() < 0.55 ? 0 : (random() - 0.25) * width * 0.1
    bandOf.fill(bands.length, y, Math.min(y + tall, height))
    bands.push({
      offset: Math.round(slip),
      keeps: 1 - 1 / (width * (0.08 + random() ** 2 * 0.7)),
      strength: 0.25 + random() * 0.75,
    })
    y += tall
  }

  const cut = createField(width, height)
  const streaks = createField(width, height)
  for (let y = 0; y < height; y++) {
    const band = bands[bandOf[y]!]!
    let light = 0
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      const from = x - band.offset
      const cover = from >= 0 && from < width ? whole.data[y * width + from]! : 0
      cut.data[i] = cover
      light = Math.max(light * band.keeps, cover * band.strength)
      streaks.data[i] = light
    }
  }
  const relief = raise(cut, motif.size * width * 0.09, width / 240)
  const glow = blur(streaks, width / 40)
  const keyLamp = lamp(150, 32)
  const rimLamp = lamp(-60, 14)
  const body = ramp(scale(ground, 0.6), scale(key, 0.22), key, mix(key, [1, 1, 1], 0.6))
  const trail = ramp(ground, mix(ground, rim, 0.55), rim, mix(rim, [1, 1, 1], 0.35))

  return (pixel, x, _y, i) => {
    const fx = x / width
    over(pixel, ground, 1)
    add(pixel, rim, glow.data[i]! * 0.12)
    const streak = streaks.data[i]!
    over(pixel, trail(streak * (0.35 + 0.65 * fx)), Math.min(streak * 1.5, 1) * fx ** 0.7)
    const cover = cut.data[i]!
    if (cover === 0) return
    const light = diffuse(relief, i, keyLamp)
    over(pixel, body(0.05 + light * 0.85 * (1.1 - fx * 0.5)), cover)
    add(pixel, [1, 1, 1], gloss(relief, i, keyLamp, 70) * 0.6 * cover)
    add(pixel, rim, diffuse(relief, i, rimLamp) ** 3 * 0.9 * cover)
  }
}
