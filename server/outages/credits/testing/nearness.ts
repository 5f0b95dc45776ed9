import { beforeEach, expect } from 'vitest'

/**
 * The tolerance in seconds for values relative to now. It grows with the duration of the running
 * test, because frozen time passes during the test as well.
 */
export function nearness() {
  let begun = 0
  beforeEach(() => {
    begun = performance.now()
  })
  const slack = () => 2 + (performance.now() - begun) / 1000
  return {
    slack,
    near: (seconds: number | string | undefined | null, wanted: number) =>
      expect(Math.abs(Number(seconds) - wanted)).toBeLessThanOrEqual(slack()),
  }
}
