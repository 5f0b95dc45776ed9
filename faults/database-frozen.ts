import { setTimeout as delay } from 'node:timers/promises'
import type { Scenario } from './scenario.ts'
import { playFault } from './stage.ts'

/** What a load balancer waits for at most, in milliseconds. */
const readyWithin = 3000

export const databaseFrozen: Scenario = {
  name: 'database-frozen',
  fault: 'PostgreSQL says nothing for 15 seconds (SIGSTOP)',
  plain: true,
  run: async () => {
    const seen: { ready?: number } = {}
    const outcome = await playFault({}, async ({ server, shop }) => {
      server.freeze()
      try {
        await delay(5000)
        const signal = AbortSignal.timeout(readyWithin)
        const answer = await fetch(`${shop.url}/health/ready`, { signal }).catch(() => undefined)
        if (answer) seen.ready = answer.status
        await delay(10_000)
      } finally {
        server.thaw()
      }
    })
    const ready = seen.ready ?? `silent for ${readyWithin / 1000} s`
    if (ready !== 503) outcome.problems.push(`/health/ready was ${ready}`)
    return { ...outcome, callers: `${outcome.callers}; /health/ready ${ready}` }
  },
}
