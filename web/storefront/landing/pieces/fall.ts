import type { Piece } from './pile.ts'

const gravity = 0.0009
const bounceTime = 260
/** The height above the stage from which a piece falls, in pixels. */
const above = 120

/** Milliseconds from the start of a piece's fall until it lies still. */
export function fallTime(piece: Piece): number {
  return touchdown(piece) + bounceTime
}

function touchdown({ y }: Piece): number {
  return Math.sqrt((2 * (y + above)) / gravity)
}

/**
 * The position of a piece at a time in milliseconds after its start: a fall and one small bounce.
 */
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
