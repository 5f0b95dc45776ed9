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

export const databaseHosts: Scenario = {
  name: 'database-hosts',
  fault:
    'the same where DATABASE_URL names both servers, and the old primary comes back and takes writes',
  plain: true,
  run: () =>
    playFault({ open: openBoth }, async ({ server }) => {
      await server.vanish()
      await delay(noticeAfter)
      await server.promote()
      await delay(noticeAfter)
      await server.start()
      await delay(noticeAfter)
    }),
}

async function openBoth(folder: string, settings: Record<string, string>) {
  const pair = await openPair(folder, settings)
  return Object.assign(pair, { servers: pair.both })
}
