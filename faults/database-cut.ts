import { setTimeout as delay } from 'node:timers/promises'
import type { Scenario } from './scenario.ts'
import { playFault } from './stage.ts'

export const databaseCut: Scenario = {
  name: 'database-cut',
  fault: 'all connections to PostgreSQL are cut twenty times',
  plain: true,
  run: () =>
    playFault({}, async ({ proxy }) => {
      for (const _ of Array(20)) {
        proxy.cut()
        await delay(150)
      }
    }),
}
