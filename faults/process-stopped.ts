import { setTimeout as delay } from 'node:timers/promises'
import { openServer } from '#server/kernel/testing/own-postgres.ts'
import { startShop } from '#server/kernel/testing/running-shop.ts'
import { type Call, startCalling, summarise } from './callers.ts'
import { acknowledged, everydayCalls, keptOrders } from './orders.ts'
import type { Scenario } from './scenario.ts'
import { copyShop } from './template.ts'

const times = 6
const perSecond = 60
/**
 * Few enough that a slow machine responds to them within the ten seconds that a shutdown waits for
 * responses.
 */
const atMost = 20
/** A page that is not cached: the server renders it for each request, with internal calls. */
const rendered: Call = { kind: 'rendered', path: '/campaign?code=none' }

export const processStopped: Scenario = {
  name: 'process-stopped',
  fault: `SIGTERM under ${perSecond} calls a second on kept connections, ${times} times`,
  plain: true,
  async run() {
    const folders = copyShop()
    const server = await openServer(folders.database)
    const answers = []
    const slow: number[] = []
    try {
      const everyday = await everydayCalls(server.url)
      const calls = everyday.flatMap((each) => (each.kind === 'page' ? [each, rendered] : [each]))
      for (const round of Array(times).keys()) {
        const shop = await startShop(server.url, folders.files, { LOG_LEVEL: 'silent' })
        const calling = startCalling(shop.url, calls.slice(round * 300), perSecond, atMost)
        await delay(3000)
        const began = performance.now()
        await shop.stop('SIGTERM')
        slow.push(performance.now() - began)
        answers.push(...(await calling.stop()))
      }
      // A single process cannot accept calls after the stop. A proxy would send them to another
      // process.
      const cut = answers.filter(({ status }) => status === 'reset' || status === 'hung')
      const wrong = answers.filter(({ status }) => typeof status === 'number' && status >= 400)
      const ids = acknowledged(answers)
      const kept = await keptOrders(server.url, ids)
      return {
        callers: `${summarise(answers)}; stopped within ${(Math.max(...slow) / 1000).toFixed(1)} s`,
        kept: `${kept.length} of ${ids.length} acknowledged orders`,
        problems: [
          ...(cut.length > 0 ? [`${cut.length} requests were cut`] : []),
          ...(wrong.length > 0 ? [`wrong answers: ${summarise(wrong)}`] : []),
          ...(kept.length < ids.length ? [`${ids.length - kept.length} orders were lost`] : []),
        ],
      }
    } finally {
      await server.stop('SIGQUIT')
      folders.remove()
    }
  },
}
