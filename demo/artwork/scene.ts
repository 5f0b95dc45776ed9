import type { Colour } from './colour.ts'
import type { Placement } from './glyph.ts'
import type { Shader } from './paint.ts'

/** The input of a composition: the picture's size, its motif and its three colours. */
interface Scene {
  width: number
  height: number
  motif: Placement
  /** The near-black background. */
  ground: Colour
  /** The colour of the main light. */
  key: Colour
  /** The colour of the second light, used sparingly. */
  rim: Colour
  /** Selects a variation. The same seed paints the same picture. */
  seed: number
}

export type Composition = (scene: Scene) => Promise<Shader>

/** The definition of a picture. Colours are `#rrggbb`. */
export interface Piece {
  composition: Composition
  motif: Placement
  ground: string
  key: string
  rim: string
  seed: number
}
