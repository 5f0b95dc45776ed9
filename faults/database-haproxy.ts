import { setTimeout as delay } from 'node:timers/promises'
import { findFront } from './front.ts'
import { openBehindHaproxy } from './haproxy.ts'
import type { Scenario } from './scenario.ts'
import { playFault } from './stage.ts'

/** In milliseconds. HAProxy checks the servers every second. */
const noticeAfter = 2000

export const databaseHaproxy: Scenario = {
  name: 'database-haproxy',
  fault: 'HAProxy follows a failover, and the old primary comes back and accepts writes',
  plain: true,
  async run() {
    const program = findFront('haproxy')
    if (!program) return { skipped: 'haproxy is not installed' }
    const open = (folder: string, settings: Record<string, string>) =>
      openBehindHaproxy(program, folder, settings)
    return playFault({ open }, async ({ server, proxy }) => {
      await server.vanish()
      await delay(noticeAfter)
      await server.promote()
      await delay(noticeAfter)
      await server.start()
      await delay(noticeAfter)
      // None of the new connections may go to the old primary.
      proxy.cut()
    })
  },
}
