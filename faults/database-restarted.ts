import type { Scenario } from './scenario.ts'
import { playFault } from './stage.ts'

export const databaseRestarted: Scenario = {
  name: 'database-restarted',
  fault: 'PostgreSQL is restarted, in order and by SIGKILL',
  plain: true,
  run: () =>
    playFault({}, async ({ server }) => {
      for (const signal of ['SIGINT', 'SIGKILL'] as const) {
        await server.stop(signal)
        await server.start()
      }
    }),
}
