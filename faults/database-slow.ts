import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Scenario } from './scenario.ts'
import { playFault } from './stage.ts'

export const databaseSlow: Scenario = {
  name: 'database-slow',
  fault: 'a table is locked for 8 seconds, statements are ended after two',
  plain: true,
  run: () =>
    playFault({ settings: { statement_timeout: '2000' } }, async ({ server }) => {
      const client = new pg.Client({ connectionString: server.url, statement_timeout: 60_000 })
      await client.connect()
      await client.query('begin; lock table orders in access exclusive mode')
      await delay(8000)
      await client.query('rollback')
      await client.end()
    }),
}
