import { setTimeout as delay } from 'node:timers/promises'
import { openServer } from '#server/kernel/testing/own-postgres.ts'
import { summarise } from './callers.ts'
import { startUsingFiles } from './file-users.ts'
import { wrongFiles } from './kept-files.ts'
import type { Scenario } from './scenario.ts'
import { playFault } from './stage.ts'
import { openStore } from './store.ts'

/**
 * How long a caller waits while the store does not respond, in milliseconds. This includes several
 * attempts.
 */
const longestAnswer = 110_000

/** Includes the growing delay before failed builds are retried, in seconds. */
const builtWithin = 240

export const filesAway: Scenario = {
  name: 'files-away',
  fault:
    'the bucket is away for five seconds, breaks off, is full, is missing, says nothing for 30',
  plain: true,
  async run() {
    const store = await openStore()
    const problems: string[] = []
    let seen = ''
    try {
      const outcome = await playFault(
        {
          open: async (folder, settings) => ({
            ...(await openServer(folder, settings)),
            env: store.env,
          }),
          allowed: [],
        },
        async ({ shop, server }) => {
          const using = await startUsingFiles(shop, server.url)
          await delay(3000)
          store.proxy.leave()
          await delay(5000)
          store.proxy.back()
          for (const _ of Array(10)) {
            await delay(400)
            store.proxy.cut()
          }
          for (const mood of ['full', 'without its bucket'] as const) {
            store.feel(mood)
            await delay(4000)
            store.feel('well')
            await delay(1000)
          }
          store.proxy.freeze()
          await delay(30_000)
          store.proxy.back()
          const before = using.downloads()
          for (let n = 0; n < builtWithin && using.downloads() === before; n += 1) await delay(1000)
          const answers = await using.stop()
          if (using.downloads() === before) problems.push('nobody could download afterwards')
          seen = `; files: ${summarise(answers)}`
          const wrong = answers.filter(
            ({ status, ms }) => status === 'hung' || status === 500 || ms > longestAnswer,
          )
          if (wrong.length > 0) problems.push(`wrong answers about files: ${summarise(wrong)}`)
          problems.push(...(await wrongFiles(server.url, store.files, using.published)))
        },
      )
      return {
        ...outcome,
        callers: outcome.callers + seen,
        problems: [...outcome.problems, ...problems],
      }
    } finally {
      await store.close()
    }
  },
}
