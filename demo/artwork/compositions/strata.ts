import { mix, ramp, scale } from '../colour.ts'
import { blur, type Field, sample } from '../field.ts'
import { coverage, glyphCoverage } from '../glyph.ts'
import { fractalNoise } from '../noise.ts'
import { add, dim, over, type Pixel, smoothstep } from '../paint.ts'
import { seededRandom } from '../random.ts'
import type { Composition } from '../scene.ts'

const LAYERS = 7
/** The layer in front of the motif. */
const MOTIF_LAYER = 4

type Edge = (x: number, layer: number) => number

/** Backlit cut paper: a sun, the motif, and ridges that darken towards the front. */
function strata(edgeFor: (seed: number) => Edge, snowing: boolean): Composition {
  return async ({ width, height, motif, ground, key, rim, seed }) => {
    const mask = await glyphCoverage(motif, width, height)
    const shade = blur(mask, width / 40)
    const edge = edgeFor(seed)
    const rows = Array.from({ length: LAYERS }, (_, layer) =>
      Float32Array.from({ length: width }, (_, x) => edge(x / width, layer) * height),
    )
    const weather = snowing && (await snow(width, height, seed))
    const sunX = (motif.x + 0.1) * width
    const sunY = 0.34 * height
    const sunRadius = width * 0.36
    const sheets = rows.map((_, layer) => {
      const near = layer / (LAYERS - 1)
      return mix(mix(key, ground, 0.15 + 0.85 * near ** 0.55), scale(ground, 0.35), near)
    })
    const behind = sheets[MOTIF_LAYER - 1]!
    const motifColour = mix(behind, scale(ground, 0.4), 0.72)
    const sky = ramp(scale(ground, 0.7), mix(ground, key, 0.42))
    const sun = ramp(rim, mix(rim, key, 0.45))
    const halo = mix(rim, key, 0.4)

    const paintSky = (pixel: Pixel, x: number, y: number) => {
      const fy = y / height
      const away = Math.hypot(x - sunX, y - sunY) - sunRadius
      over(pixel, sky(smoothstep(0, 0.75, fy) ** 1.5), 1)
      add(pixel, halo, Math.exp(-Math.max(away, 0) / (width * 0.13)) * 0.16)
      over(pixel, sun(smoothstep(0.1, 0.62, fy)), 1 - smoothstep(-1, 1, away))
    }
    const paintMotif = (pixel: Pixel, x: number, y: number) => {
      dim(pixel, 1 - 0.5 * sample(shade, x - width * 0.012, y - width * 0.02))
      const cover = mask.data[y * width + x]!
      const fog = smoothstep(0.42, 0.72, y / height)
      over(pixel, motifColour, cover)
      over(pixel, behind, cover * fog * 0.3)
      const facing = cover - sample(mask, x + 3, y - 2.5)
      add(pixel, rim, Math.max(facing, 0) * 0.7 * (1 - fog * 0.6))
      // A broad soft light where the surface turns towards the sun.
      const turned = sample(shade, x, y) - sample(shade, x + width * 0.03, y - width * 0.025)
      add(pixel, rim, Math.max(turned, 0) * 0.04 * cover)
    }
    const paintSheet = (pixel: Pixel, x: number, y: number, layer: number) => {
      const row = rows[layer]!
      const below = y - row[x]!
      if (below < -height * 0.05) return
      dim(pixel, 1 - 0.55 * Math.exp(Math.min(below, 0) / (height * 0.016)))
      const slope = row[Math.min(x + 1, width - 1)]! - row[x]!
      const inside = below / Math.sqrt(1 + slope * slope)
      const cover = smoothstep(-0.7, 0.7, inside)
      if (cover === 0) return
      over(pixel, sheets[layer]!, cover)
      const towardsSun = Math.exp(-(((x - sunX) / (sunRadius * 0.9)) ** 2))
      const lip = Math.exp(-Math.max(inside, 0) / 1.6) * cover
      add(pixel, rim, lip * (0.06 + towardsSun * (0.6 - layer * 0.06)))
      dim(pixel, 1 - 0.35 * smoothstep(0, height * 0.16, below))
    }

    return (pixel, x, y) => {
      // Everything behind the nearest sheet that covers this pixel can be skipped.
      let first = LAYERS - 1
      while (first >= 0 && y < rows[first]![x]! + height * 0.02) first--
      if (first < 0) paintSky(pixel, x, y)
      for (let layer = Math.max(first, 0); layer < LAYERS; layer++) {
        if (layer === MOTIF_LAYER && layer > first) paintMotif(pixel, x, y)
        paintSheet(pixel, x, y, layer)
      }
      if (weather) add(pixel, rim, weather.data[y * width + x]! * (0.25 + (0.55 * y) / height))
    }
  }
}

/** Flakes at three distances, the nearest large and out of focus. */
async function snow(width: number, height: number, seed: number): Promise<Field> {
  const random = seededRandom(`snow ${seed}`)
  const flakes = (count: number, radius: number, light: number) =>
    Array.from({ length: count }, () => {
      const r = radius * width * (0.6 + random() * 0.8)
      return `<circle cx="${random() * width}" cy="${random() * height}" r="${r}" fill="#fff" fill-opacity="${light * (0.4 + 0.6 * random())}"/>`
    }).join('')
  const shapes = flakes(240, 0.0013, 0.9) + flakes(70, 0.003, 0.55) + flakes(12, 0.011, 0.16)
  return blur(await coverage(shapes, width, height), 1)
}

const ridgeLine = (seed: number) => (x: number, layer: number) => {
  const broad = fractalNoise(x * (1.6 + layer * 0.35) + layer * 7.3, layer * 3.1, seed, 5)
  const crag = Math.abs(fractalNoise(x * 9 + layer, 0.5 + layer, seed + 9, 3) - 0.5)
  return 0.5 + layer * 0.083 - (broad - 0.5) * (0.34 - layer * 0.022) + crag * 0.06
}

const waveLine = (seed: number) => (x: number, layer: number) => {
  const count = 2.1 + layer * 0.12 + (layer % 2) * 0.5
  const phase = layer * 0.43 + seed * 0.31 + fractalNoise(x * 2, layer, seed, 2) * 0.35
  const swell = Math.abs(Math.sin(Math.PI * (x * count + phase)))
  return 0.56 + layer * 0.072 + (swell ** 0.8 - 0.5) * (0.05 + layer * 0.004)
}

export const ridges = strata(ridgeLine, true)
export const waves = strata(waveLine, false)
