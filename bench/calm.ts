import { performance } from 'node:perf_hooks'

/**
 * The ratio between the slowest and the fastest of several equal tasks on an idle machine may be at
 * most this.
 */
const tolerance = 1.25

/**
 * Detects other load on the machine with a task that always takes the same time on an idle machine.
 */
export function watchCalm() {
  const taken: number[] = []
  return {
    sample() {
      const began = performance.now()
      let sum = 0
      for (let n = 0; n < 3e7; n += 1) sum = (sum * 31 + n) | 0
      taken.push(performance.now() - began + (sum & 0))
    },
    /** A warning about the figures measured during this time, or nothing if they are reliable. */
    verdict(): string {
      const ratio = Math.max(...taken) / Math.min(...taken)
      return ratio > tolerance
        ? `too busy to tell: the same work took up to ${ratio.toFixed(1)} times as long`
        : ''
    },
  }
}
