import { type Glyph, glyphs } from './glyphs.ts'

/** Milliseconds between one piece and the next. */
export const spawnEvery = 500

/** How many pieces a stage of that width holds, including landed ones. */
export function capacity(width: number): number {
  return width <= 768 ? 56 : 200
}

/** The final position of a piece, in pixels from the upper left corner of the stage. */
export type Piece = {
  glyph: Glyph
  x: number
  y: number
  /** Pixels per unit of the glyph. */
  scale: number
  mirrored: boolean
  /** The index of the shade of steel. */
  shade: number
  /** The rotation from flat in radians, when it lies and when it starts to fall. */
  tilt: number
  spin: number
}

export type Pile = { drop(): Piece | null; readonly count: number }

const columnWidth = 8
/** The share of its height that a piece adds to the pile. The rest sinks between the others. */
const rise = 0.17

/** A pile that grows towards the right, where the text leaves space. */
export function createPile(width: number, height: number, random = Math.random): Pile {
  const heights = new Float32Array(Math.ceil(width / columnWidth))
  const size = Math.min(0.14 + width / 11_000, 0.26)
  const limit = capacity(width)
  let count = 0
  let last: Glyph | undefined

  function drop(): Piece | null {
    if (count === limit) return null
    count++
    const others = glyphs.filter((one) => one !== last)
    const glyph = others[Math.floor(random() * others.length)]!
    last = glyph
    const scale = size * (0.85 + random() * 0.4)
    const tilt = (random() - 0.5) * 0.7
    const x = lowest(Array.from({ length: 4 }, () => random() * width))
    const under = spanOf(x, glyph.width * scale * 0.7)
    const ground = under.reduce((sum, i) => sum + heights[i]!, 0) / under.length
    const thickness =
      glyph.height * scale * Math.cos(tilt) + glyph.width * scale * Math.abs(Math.sin(tilt)) * 0.5
    for (const i of under) heights[i] = Math.max(heights[i]!, ground + thickness * rise)
    return {
      glyph,
      x,
      y: height - ground - thickness * 0.4,
      scale,
      mirrored: random() < 0.5,
      shade: Math.floor(random() * 3),
      tilt,
      spin: (random() - 0.5) * 5,
    }
  }

  /** Returns the place that is furthest below the intended slope of the pile. */
  function lowest(places: number[]): number {
    const missing = (x: number) => {
      const share = x / width
      const slope = width <= 768 ? 1 : 0.25 + 1.4 * share ** 1.5
      return heights[Math.floor(x / columnWidth)]! / slope
    }
    return places.reduce((best, x) => (missing(x) < missing(best) ? x : best))
  }

  function spanOf(x: number, reach: number): number[] {
    const first = Math.max(0, Math.floor((x - reach / 2) / columnWidth))
    const end = Math.min(heights.length - 1, Math.floor((x + reach / 2) / columnWidth))
    return Array.from({ length: end - first + 1 }, (_, i) => first + i)
  }

  return {
    drop,
    get count() {
      return count
    },
  }
}
