import { setTimeout as delay } from 'node:timers/promises'
import { readinessOf } from './readiness.ts'
import type { Scenario } from './scenario.ts'
import { playFault } from './stage.ts'
import { until } from './until.ts'

/** In milliseconds. */
const frozenFor = 15_000

export const databaseFrozen: Scenario = {
  name: 'database-frozen',
  fault: 'PostgreSQL says nothing for 15 seconds (SIGSTOP)',
  plain: true,
  run: async () => {
    const seen: { ready?: number | undefined } = {}
    const outcome = await playFault({}, async ({ server, shop }) => {
      server.freeze()
      const began = performance.now()
      try {
        await delay(5000)
        const isUnready = async () => {
          seen.ready = await readinessOf(shop.url)
          return seen.ready === 503
        }
        // Several attempts, because a busy machine may not respond to the first one in time.
        await until(isUnready, { within: 10_000 })
        await delay(Math.max(0, frozenFor - (performance.now() - began)))
      } finally {
        server.thaw()
      }
    })
    const ready = seen.ready ?? 'silent'
    if (ready !== 503) outcome.problems.push(`/health/ready was ${ready}`)
    return { ...outcome, callers: `${outcome.callers}; /health/ready ${ready}` }
  },
}
