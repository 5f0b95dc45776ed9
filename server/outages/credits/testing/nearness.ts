import { beforeEach, expect } from 'vitest'

/** In seconds. Frozen time passes during a test as well, so the tolerance grows with it. */
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
