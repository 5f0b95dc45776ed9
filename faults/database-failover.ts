import { setTimeout as delay } from 'node:timers/promises'
import { openPair } from '#server/kernel/testing/postgres-pair.ts'
import type { Scenario } from './scenario.ts'
import { playFault } from './stage.ts'

/** The delay until the failover is detected, in milliseconds. */
const noticeAfter = 2000

export const databaseFailover: Scenario = {
  name: 'database-failover',
  fault: 'the primary PostgreSQL is gone and its synchronous standby takes over two seconds later',
  plain: true,
  run: () =>
    playFault({ open: openPair }, async ({ server, proxy }) => {
      await server.vanish()
      await delay(noticeAfter)
      await server.promote()
      proxy.leadTo(server.url)
    }),
}
