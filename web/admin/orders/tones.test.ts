import { expect, test } from 'vitest'
import { toneOf } from './tones.ts'

test('an order that nobody paid is no alarm; one that failed or is disputed is', () => {
  expect(toneOf('expired')).toBe('warning')
  for (const status of ['failed', 'disputed'] as const) expect(toneOf(status)).toBe('danger')
})
