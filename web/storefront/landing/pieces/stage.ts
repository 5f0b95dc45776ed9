import type { Piece } from './pile.ts'

/** Steel in three shades, the light from above on its upper edge, and the dark around it. */
const shades = ['#1c211d', '#252b27', '#303831']
const edges = ['#556057', '#69756b', '#808c82']
const dark = '#080a09'
const darkWidth = 14

export type Stage = {
  width: number
  height: number
  /** Keeps a piece on the picture for good. */
  land(piece: Piece): void
  /** Shows what has landed and, above it, what is on its way. */
  paint(moving: readonly { piece: Piece; y: number; tilt: number }[]): void
  clear(): void
}

/** The canvas at the size that it is shown at, and a second one of the same size for the heap. */
export function setStage(canvas: HTMLCanvasElement): Stage {
  const density = Math.min(devicePixelRatio, 2)
  const { clientWidth: width, clientHeight: height } = canvas
  canvas.width = width * density
  canvas.height = height * density
  const shown = canvas.getContext('2d')!
  const heap = document.createElement('canvas')
  heap.width = canvas.width
  heap.height = canvas.height
  const landed = heap.getContext('2d')!
  const paths = new Map<string, Path2D>()

  function pathOf({ name, path }: Piece['glyph']): Path2D {
    const known = paths.get(name)
    if (known) return known
    const made = new Path2D(path)
    paths.set(name, made)
    return made
  }

  function draw(on: CanvasRenderingContext2D, piece: Piece, y: number, tilt: number) {
    const { glyph, scale, mirrored, shade } = piece
    const path = pathOf(glyph)
    const layers = [
      { colour: dark, lift: 0, outlined: true },
      { colour: edges[shade]!, lift: 1.25, outlined: false },
      { colour: shades[shade]!, lift: 0, outlined: false },
    ]
    for (const { colour, lift, outlined } of layers) {
      on.setTransform(density, 0, 0, density, piece.x * density, (y - lift) * density)
      on.rotate(tilt)
      on.scale(mirrored ? -scale : scale, scale)
      on.translate(-glyph.centre[0], -glyph.centre[1])
      on.rotate((glyph.lie * Math.PI) / 180)
      on.translate(-256, -256)
      if (outlined) {
        on.strokeStyle = colour
        on.lineWidth = darkWidth
        on.lineJoin = 'round'
        on.stroke(path)
      } else {
        on.fillStyle = colour
        on.fill(path)
      }
    }
  }

  function clear() {
    shown.resetTransform()
    shown.clearRect(0, 0, canvas.width, canvas.height)
  }

  return {
    width,
    height,
    land: (piece) => draw(landed, piece, piece.y, piece.tilt),
    paint(moving) {
      clear()
      shown.drawImage(heap, 0, 0)
      for (const { piece, y, tilt } of moving) draw(shown, piece, y, tilt)
    },
    clear,
  }
}
