import { mix, ramp, scale } from '../colour.ts'
import { glyphCoverage } from '../glyph.ts'
import { noiseField } from '../noise.ts'
import { add, dim, over, smoothstep } from '../paint.ts'
import { hash2 } from '../random.ts'
import { diffuse, lamp, raise } from '../relief.ts'
import type { Composition } from '../scene.ts'

/** A small motif in front of a body so large that only its edge fits the frame. */
export const farSun: Composition = async ({ width, height, motif, ground, key, rim, seed }) => {
  const mask = await glyphCoverage(motif, width, height)
  const relief = raise(mask, motif.size * width * 0.1, width / 500)
  const storms = noiseField(width, height, width * 0.7, seed, 5)
  const cx = width * 0.98
  const cy = height * 1.02
  const radius = Math.hypot(width, height) * 0.56
  const surface = ramp(scale(ground, 0.3), mix(ground, key, 0.6), key, mix(key, rim, 0.7))
  const back = lamp(-45, 18)
  const mx = motif.x * width
  const my = motif.y * height
  const heading = Math.atan2(cy - my, cx - mx)

  return (pixel, x, y, i) => {
    const dx = x - cx
    const dy = y - cy
    const away = Math.sqrt(dx * dx + dy * dy)
    const outside = away - radius
    over(pixel, scale(ground, 0.5), 1)
    const star = hash2(x >> 1, y >> 1)
    if (star > 0.9992) add(pixel, [1, 1, 1], (star - 0.9992) * 700 * hash2(x >> 1, seed))
    add(pixel, key, Math.exp(-Math.max(outside, 0) / (radius * 0.06)) * 0.35)
    add(pixel, key, Math.exp(-Math.max(outside, 0) / (radius * 0.4)) * 0.09)

    // Orbits: thin circles with a scale of ticks on every third.
    const lap = outside / (radius * 0.115)
    const orbit = Math.round(lap)
    if (orbit > 0) {
      const off = Math.abs(lap - orbit) * radius * 0.115
      const degrees = (Math.atan2(dy, dx) * 180) / Math.PI
      const tick = orbit % 3 === 0 && Math.abs(degrees - Math.round(degrees)) < 0.07
      const line = 1 - smoothstep(0.5, 1.5, tick ? off / 7 : off)
      over(pixel, mix(key, rim, 0.3), line * (orbit % 3 === 0 ? 0.55 : 0.22))
    }

    if (outside < 1) {
      const deep = Math.max(-outside, 0) / radius
      const bands = Math.sin(outside / (radius * 0.019) + storms.data[i]! * 9) * 0.5 + 0.5
      const limb = Math.exp(-deep * 7)
      const light = limb * 0.8 + bands * 0.2 * Math.exp(-deep * 3.4) + (storms.data[i]! - 0.5) * 0.1
      over(pixel, surface(light), 1 - smoothstep(-1, 1, outside))
      add(pixel, rim, Math.exp(-deep * 60) * 0.8 * (1 - smoothstep(-1, 1, outside)))
    }

    // The wake behind the motif, away from the sun.
    const along = (x - mx) * Math.cos(heading) + (y - my) * Math.sin(heading)
    const across = -(x - mx) * Math.sin(heading) + (y - my) * Math.cos(heading)
    if (along < 0) {
      const wake = Math.exp(along / (width * 0.3)) * Math.exp(-((across / (width * 0.006)) ** 2))
      add(pixel, rim, wake * 0.8)
    }

    const cover = mask.data[i]!
    if (cover === 0) return
    dim(pixel, 1 - cover)
    const light = diffuse(relief, i, back)
    add(pixel, mix(ground, key, 0.5), (0.2 + light * 0.9) * cover)
    add(pixel, rim, light ** 2.5 * 1.1 * cover)
  }
}
