import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Scenario } from './scenario.ts'
import { playFault } from './stage.ts'

export const databaseConnections: Scenario = {
  name: 'database-connections',
  fault: 'others take every connection of PostgreSQL for ten seconds',
  plain: true,
  run: () =>
    playFault({}, async ({ server, proxy }) => {
      const others: pg.Client[] = []
      for (;;) {
        const client = new pg.Client(server.url)
        client.on('error', () => {})
        if (
          !(await client.connect().then(
            () => true,
            () => false,
          ))
        )
          break
        others.push(client)
      }
      // The shop keeps its open connections. Only a new connection is refused.
      proxy.cut()
      await delay(10_000)
      await Promise.all(others.map((client) => client.end()))
    }),
}
