import { expect, test } from 'vitest'
import { fallTime, poseAt } from './fall.ts'
import { capacity, createPile, type Piece } from './pile.ts'

function dropAll(width: number, height: number): Piece[] {
  const pile = createPile(width, height)
  const pieces: Piece[] = []
  for (let piece = pile.drop(); piece; piece = pile.drop()) pieces.push(piece)
  expect(pile.count).toBe(pieces.length)
  return pieces
}

test('a narrow stage holds 56 pieces, and a wide one 200', () => {
  expect([320, 768, 769, 2560].map(capacity)).toEqual([56, 56, 200, 200])
  expect(dropAll(768, 900)).toHaveLength(56)
  expect(dropAll(769, 900)).toHaveLength(200)
})

test.each([360, 768, 1440, 2560])(
  'on a stage %i pixels wide, every piece lands within it',
  (width) => {
    for (const { x, y } of dropAll(width, 900)) {
      expect(x).toBeGreaterThanOrEqual(0)
      expect(x).toBeLessThanOrEqual(width)
      expect(y).toBeGreaterThan(300)
      expect(y).toBeLessThanOrEqual(900)
    }
  },
)

test('the pile stays low below the text and grows towards the right', () => {
  const highest = (pieces: Piece[], from: number, to: number) =>
    Math.min(...pieces.filter(({ x }) => x >= from && x < to).map(({ y }) => y))
  const pieces = dropAll(1440, 850)
  expect(highest(pieces, 0, 480)).toBeGreaterThan(highest(pieces, 960, 1440) + 60)
})

test('a piece starts above the stage and ends where it landed', () => {
  for (const piece of dropAll(1440, 850)) {
    expect(poseAt(piece, 0).y).toBeLessThan(0)
    expect(poseAt(piece, fallTime(piece))).toEqual({ y: piece.y, tilt: piece.tilt })
  }
})
