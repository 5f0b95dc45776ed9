import { expect, test } from 'vitest'
import { beginningOf, plainText } from './excerpt.ts'
import { readingMinutes } from './reading-time.ts'

const words = (count: number) => 'word '.repeat(count)

test('reading time is words × 0.27272727 ÷ 60, rounded up', () => {
  expect([0, 1, 220, 221, 440, 441, 2200].map((count) => readingMinutes(words(count)))).toEqual([
    0, 1, 1, 2, 2, 3, 10,
  ])
})

test('an excerpt is plain text, cut after a word with an ellipsis', () => {
  expect(plainText('<h2>A &amp; B</h2>\n<p>one <em>two</em>, (<a href="/x">three</a>)</p>')).toBe(
    'A & B one two, (three)',
  )
  expect(beginningOf('one two three', 13)).toBe('one two three')
  expect(beginningOf('one two three', 9)).toBe('one two…')
  expect(beginningOf('one two three', 8)).toBe('one two…')
  expect(beginningOf('one two, three', 9)).toBe('one two…')
  expect(beginningOf('one two three', 7)).toBe('one…')
  expect(beginningOf('🂡'.repeat(200), 150)).toBe(`${'🂡'.repeat(149)}…`)
  expect(beginningOf('🂡'.repeat(150), 150)).toBe('🂡'.repeat(150))
})
