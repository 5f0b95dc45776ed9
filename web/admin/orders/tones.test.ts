import { expect, test } from 'vitest'
import { toneOf } from './tones.ts'

test('an expired order is a warning, and a failed or disputed one is an error', () => {
  expect(toneOf('expired')).toBe('warning')
  for (const status of ['failed', 'disputed'] as const) expect(toneOf(status)).toBe('danger')
})
