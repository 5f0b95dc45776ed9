import { mix, scale } from '../colour.ts'
import { blur } from '../field.ts'
import { coverage, glyphCoverage, glyphSvg } from '../glyph.ts'
import { noiseField } from '../noise.ts'
import { add, over, smoothstep } from '../paint.ts'
import { seededRandom } from '../random.ts'
import { raise } from '../relief.ts'
import type { Composition } from '../scene.ts'

/** A wall carved with one repeated sign, visible only where the light of the motif grazes it. */
export function lanternBefore(sign: string): Composition {
  return async ({ width, height, motif, ground, key, rim, seed }) => {
    const random = seededRandom(`wall ${seed}`)
    const pitch = 0.23
    let carved = ''
    for (let row = 0; row * pitch * width < height + pitch * width; row++) {
      for (let column = -1; column * pitch < 1 + pitch; column++) {
        carved += glyphSvg(
          {
            glyph: sign,
            x: (column + (row % 2) / 2 + 0.25) * pitch,
            y: (row * pitch * width) / height,
            size: pitch * 0.8,
            turn: (random() - 0.5) * 26,
          },
          width,
          height,
        )
      }
    }
    const signs = await coverage(carved, width, height)
    const mask = await glyphCoverage(motif, width, height)
    const wall = raise(signs, width * 0.03, width / 500)
    const halo = blur(mask, width / 20)
    const rough = noiseField(width, height, width * 0.5, seed, 5)
    const lx = motif.x * width
    const ly = (motif.y + 0.03) * height
    const lz = width * 0.11
    const chain = motif.size * width * 0.5

    return (pixel, x, y, i) => {
      const tx = lx - x
      const ty = ly - y
      const away = Math.sqrt(tx * tx + ty * ty + lz * lz)
      const sx = -wall.slopeX[i]!
      const sy = -wall.slopeY[i]!
      const facing = (lz - sx * -tx - sy * -ty) / (away * Math.sqrt(1 + sx * sx + sy * sy))
      const reach = (width * 0.24) / away
      const light = Math.max(facing, 0) * reach * reach * (0.72 + 0.56 * rough.data[i]!)
      over(pixel, scale(ground, 0.35), 1)
      add(pixel, mix(key, ground, 0.35), light * 0.6)
      add(pixel, key, light * light * 0.05)
      add(pixel, key, halo.data[i]! * 0.3 + Math.exp(-away / (width * 0.14)) * 0.35)

      if (Math.abs(x - lx) < width / 240 && y < ly - chain * 0.9) {
        const link = Math.sin((y / width) * 260)
        over(pixel, mix(scale(ground, 0.4), key, 0.2 + 0.2 * link), 0.9)
      }
      const cover = mask.data[i]!
      if (cover === 0) return
      const heart = Math.exp(-((tx / (chain * 0.55)) ** 2 + (ty / (chain * 0.62)) ** 2))
      over(pixel, mix(scale(ground, 0.25), rim, smoothstep(0.25, 0.75, heart)), cover)
      add(pixel, key, heart ** 2 * 0.5 * cover)
    }
  }
}
