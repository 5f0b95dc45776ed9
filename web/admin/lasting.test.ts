import { expect, test } from 'vitest'
import { lifetimeSeconds } from '#contract/wire/terms.ts'
import { lasting, totalTime } from './lasting.ts'

test.each([
  [20, '1 min'],
  [41 * 60, '41 min'],
  [2 * 41 * 60, '1 h 22 min'],
  [4 * 3600 + 50, '4 h 1 min'],
  [7200, '2 h'],
  [86_390, '1 d'],
  [21 * 86_400 + 4 * 3600 + 900, '21 d 4 h'],
  [lifetimeSeconds, 'a lifetime'],
])('%i seconds are shown as %s', (seconds, words) => {
  expect(lasting(seconds)).toBe(words)
})

test('a sum over many customers that exceeds a lifetime is shown in days', () => {
  expect(totalTime(lifetimeSeconds)).toBe('365000 d')
})
