import { setTimeout as delay } from 'node:timers/promises'
import type { Scenario } from './scenario.ts'
import { playFault } from './stage.ts'

export const databaseAway: Scenario = {
  name: 'database-away',
  fault: 'PostgreSQL is down for ten seconds',
  plain: true,
  run: async () => {
    let attempts = 0
    let connections = 0
    const outcome = await playFault({}, async ({ server, proxy }) => {
      const before = proxy.attempts.length
      await server.stop()
      proxy.leave()
      await delay(10_000)
      attempts = proxy.attempts.length - before
      await server.start()
      proxy.back()
      await delay(2000)
      connections = proxy.connections()
    })
    // Ten of the web part, eighteen of the jobs, one for notifications and one that claims jobs.
    if (connections > 30) outcome.problems.push(`${connections} connections afterwards`)
    return { ...outcome, callers: `${outcome.callers}; ${attempts} attempts to connect in 10 s` }
  },
}
