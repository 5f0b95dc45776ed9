import { expect, test } from 'vitest'
import { exactly } from './lengths.ts'
import { lifetimeSeconds } from './terms.ts'

const [minute, hour, day] = [60, 3600, 86_400]

test.each([
  [30 * day, '30 days'],
  [30 * day - 5, '30 days'],
  [22 * day + 5 * hour + 40 * minute, '22 days 6 hours'],
  [day - 10, '1 day'],
  [3 * hour + 12 * minute, '3 hours 12 minutes'],
  [61, '1 minute 1 second'],
  [59, '59 seconds'],
  [lifetimeSeconds, 'a lifetime'],
])('%i seconds are %s', (seconds, said) => {
  expect(exactly(seconds)).toBe(said)
})
