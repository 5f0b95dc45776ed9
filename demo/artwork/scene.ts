import type { Colour } from './colour.ts'
import type { Placement } from './glyph.ts'
import type { Shader } from './paint.ts'

/** What a composition is given: a picture's size, its motif and its three colours. */
interface Scene {
  width: number
  height: number
  motif: Placement
  /** The near-black that the picture grows out of. */
  ground: Colour
  /** The colour that the main light brings out. */
  key: Colour
  /** The colour of the second light, used sparingly. */
  rim: Colour
  /** Picks one landscape or rhythm among many; the same seed paints the same picture. */
  seed: number
}

export type Composition = (scene: Scene) => Promise<Shader>

/** A picture as it is written down: colours are `#rrggbb`. */
export interface Piece {
  composition: Composition
  motif: Placement
  ground: string
  key: string
  rim: string
  seed: number
}
