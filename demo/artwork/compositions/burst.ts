import { mix, ramp, scale } from '../colour.ts'
import { blur, sample } from '../field.ts'
import { glyphCoverage } from '../glyph.ts'
import { add, dim, over, smoothstep } from '../paint.ts'
import { seededRandom } from '../random.ts'
import { diffuse, gloss, lamp, raise } from '../relief.ts'
import type { Composition } from '../scene.ts'

/**
 * Impact: a field of the key colour split into folded rays, with the motif in black in front of it.
 */
export const burst: Composition = async ({ width, height, motif, ground, key, rim, seed }) => {
  const mask = await glyphCoverage(motif, width, height)
  const relief = raise(mask, motif.size * width * 0.08, width / 260)
  const shadow = blur(mask, width / 30)
  const random = seededRandom(`burst ${seed}`)
  const angles: number[] = []
  for (let a = -Math.PI; a < Math.PI; ) {
    angles.push(a)
    a += 0.1 + random() ** 2 * 0.3
  }
  const shades = angles.map((_, n) => (n % 2 ? 0.2 : 0.72) + random() * 0.25)
  const turns = 4096
  const rayOf = new Uint8Array(turns)
  for (let n = 0, t = 0; t < turns; t++) {
    while (n + 1 < angles.length && angles[n + 1]! < (t / turns) * 2 * Math.PI - Math.PI) n++
    rayOf[t] = n
  }
  const ox = width * 0.58
  const oy = height * 0.3
  const field = ramp(mix(ground, key, 0.18), mix(ground, key, 0.62), key, mix(key, rim, 0.55))
  const body = ramp(scale(ground, 0.35), scale(ground, 0.9), mix(ground, key, 0.35))
  const back = lamp(62, 14)
  const side = lamp(165, 30)

  return (pixel, x, y, i) => {
    const dx = x - ox
    const dy = y - oy
    const angle = Math.atan2(dy, dx)
    const ray = rayOf[Math.min(((angle + Math.PI) / (2 * Math.PI)) * turns, turns - 1) | 0]!
    const start = angles[ray]!
    const end = angles[ray + 1] ?? Math.PI
    const fold = (angle - start) / (end - start)
    const away = Math.hypot(dx, dy) / width
    const light = shades[ray]! * (0.75 + 0.35 * fold) * Math.exp(-away * 0.55)
    over(pixel, field(light + Math.exp(-away * 5) * 0.7), 1)
    const crease = Math.min(fold, 1 - fold) * (end - start) * away * width
    dim(pixel, 1 - 0.25 * (1 - smoothstep(0, 5, crease)) * smoothstep(0.02, 0.2, away))
    dim(pixel, 1 - 0.85 * sample(shadow, x - width * 0.045, y - width * 0.06))
    dim(pixel, 1 - 0.5 * smoothstep(0.45, 1.05, y / height))

    const cover = mask.data[i]!
    if (cover === 0) return
    over(pixel, body(diffuse(relief, i, side) * 0.9), cover)
    add(pixel, rim, gloss(relief, i, side, 30) * 0.25 * cover)
    const near = Math.exp(-away * 1.3)
    add(pixel, mix(key, rim, 0.45), diffuse(relief, i, back) ** 2.4 * 1.5 * near * cover)
  }
}
