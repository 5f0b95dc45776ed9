import type { Piece } from './pile.ts'

const gravity = 0.0009
const bounceTime = 260
/** How far above the stage a piece is let go, in pixels. */
const above = 120

/** Milliseconds from letting a piece go until it lies still. */
export function fallTime(piece: Piece): number {
  return touchdown(piece) + bounceTime
}

function touchdown({ y }: Piece): number {
  return Math.sqrt((2 * (y + above)) / gravity)
}

/** Where a piece is so many milliseconds after it was let go: a fall and one small bounce. */
export function poseAt(piece: Piece, time: number): { y: number; tilt: number } {
  const landing = touchdown(piece)
  if (time >= landing) {
    const share = Math.min((time - landing) / bounceTime, 1)
    const hop = 4 * share * (1 - share)
    return { y: piece.y - hop * 10, tilt: piece.tilt + hop * 0.05 * Math.sign(piece.spin) }
  }
  return {
    y: (gravity / 2) * time ** 2 - above,
    tilt: piece.tilt + piece.spin * (1 - time / landing),
  }
}
