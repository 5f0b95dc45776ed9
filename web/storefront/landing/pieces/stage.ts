import type { Piece } from './pile.ts'

/** Steel in three shades, the highlight on its upper edge, and the dark outline. */
const shades = ['#1c211d', '#252b27', '#303831']
const edges = ['#556057', '#69756b', '#808c82']
const dark = '#080a09'
const darkWidth = 14

type Moving = { piece: Piece; y: number; tilt: number }

/** A square in device pixels. */
type Patch = { x: number; y: number; size: number }

export type Stage = {
  width: number
  height: number
  /** Draws a piece permanently onto the pile. */
  land(piece: Piece): void
  /** Paints the pieces that have landed since, and the falling pieces above them. */
  paint(moving: readonly Moving[]): void
  /** Paints only the landed pieces. */
  repaint(): void
  clear(): void
}

/**
 * The canvas at its displayed size, and a second canvas of the same size for the pile, so that a
 * frame only redraws the areas in which something moved.
 */
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
  const pictures = new Map<Piece, HTMLCanvasElement>()
  let touched: Patch[] = []

  function pathOf({ name, path }: Piece['glyph']): Path2D {
    const known = paths.get(name)
    if (known) return known
    const made = new Path2D(path)
    paths.set(name, made)
    return made
  }

  /**
   * Renders a piece to a picture with the piece in its centre, because drawing its outline in every
   * frame is slow.
   */
  function pictureOf(piece: Piece): HTMLCanvasElement {
    const known = pictures.get(piece)
    if (known) return known
    const { glyph, scale, mirrored, shade } = piece
    const picture = document.createElement('canvas')
    picture.width = picture.height = Math.ceil(2 * reachOf(piece) * density)
    const on = picture.getContext('2d')!
    const path = pathOf(glyph)
    const place = (lift: number) => {
      on.setTransform(
        density,
        0,
        0,
        density,
        picture.width / 2,
        picture.height / 2 - lift * density,
      )
      on.scale(mirrored ? -scale : scale, scale)
      on.translate(-glyph.centre[0], -glyph.centre[1])
      on.rotate((glyph.lie * Math.PI) / 180)
      on.translate(-256, -256)
    }
    place(0)
    on.strokeStyle = dark
    on.lineWidth = darkWidth
    on.lineJoin = 'round'
    on.stroke(path)
    place(1.25)
    on.fillStyle = edges[shade]!
    on.fill(path)
    place(0)
    on.fillStyle = shades[shade]!
    on.fill(path)
    pictures.set(piece, picture)
    return picture
  }

  function draw(on: CanvasRenderingContext2D, { piece, y, tilt }: Moving) {
    const picture = pictureOf(piece)
    on.setTransform(1, 0, 0, 1, piece.x * density, y * density)
    on.rotate(tilt)
    on.drawImage(picture, -picture.width / 2, -picture.height / 2)
  }

  function reachOf({ glyph, scale }: Piece): number {
    return (Math.hypot(glyph.width, glyph.height) / 2 + darkWidth) * scale + 2
  }

  /** The area that a piece can cover at any rotation. */
  function patchOf({ piece, y }: Moving): Patch {
    const reach = reachOf(piece)
    return {
      x: Math.floor((piece.x - reach) * density),
      y: Math.floor((y - reach) * density),
      size: Math.ceil(2 * reach * density) + 1,
    }
  }

  function clear() {
    shown.resetTransform()
    shown.clearRect(0, 0, canvas.width, canvas.height)
    touched = []
  }

  return {
    width,
    height,
    land(piece) {
      draw(landed, { piece, y: piece.y, tilt: piece.tilt })
      pictures.delete(piece)
    },
    paint(moving) {
      const patches = moving.map(patchOf)
      shown.resetTransform()
      for (const { x, y, size } of [...touched, ...patches]) {
        shown.clearRect(x, y, size, size)
        shown.drawImage(heap, x, y, size, size, x, y, size, size)
      }
      for (const one of moving) draw(shown, one)
      touched = patches
    },
    repaint() {
      clear()
      shown.drawImage(heap, 0, 0)
    },
    clear,
  }
}
