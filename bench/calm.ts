import { performance } from 'node:perf_hooks'

/** How much slower the slowest of several equal pieces of work may be on a machine that is calm. */
const tolerance = 1.25

/** Watches by a piece of work that always takes the same time alone: others make it take longer. */
export function watchCalm() {
  const taken: number[] = []
  return {
    sample() {
      const began = performance.now()
      let sum = 0
      for (let n = 0; n < 3e7; n += 1) sum = (sum * 31 + n) | 0
      taken.push(performance.now() - began + (sum & 0))
    },
    /** What to say of figures taken meanwhile; nothing when they can be trusted. */
    verdict(): string {
      const ratio = Math.max(...taken) / Math.min(...taken)
      return ratio > tolerance
        ? `too busy to tell: the same work took up to ${ratio.toFixed(1)} times as long`
        : ''
    },
  }
}
