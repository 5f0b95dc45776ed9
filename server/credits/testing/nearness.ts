import { beforeEach, expect } from 'vitest'

/**
 * By how many seconds what is counted from now may stray in the test that runs: what it took to say so
 * counts as well, as meanwhile nobody could play.
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
