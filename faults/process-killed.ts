import { setTimeout as delay } from 'node:timers/promises'
import { openServer } from '#server/kernel/testing/own-postgres.ts'
import { type RunningShop, shopPorts, startShop } from '#server/kernel/testing/running-shop.ts'
import { startCalling, summarise } from './callers.ts'
import { acknowledged, everydayCalls, keptOrders, payAndWait } from './orders.ts'
import type { Scenario } from './scenario.ts'
import { copyShop } from './template.ts'
import { until } from './until.ts'

const times = 3

export const processKilled: Scenario = {
  name: 'process-killed',
  fault: `the process is killed under load and started again, ${times} times`,
  plain: true,
  async run() {
    const folders = copyShop()
    const server = await openServer(folders.database)
    const env = { LOG_LEVEL: 'silent', ...(await shopPorts()) }
    const start = () => startShop(server.url, folders.files, env)
    const answers = []
    let shop: RunningShop | undefined
    try {
      const calls = await everydayCalls(server.url)
      for (const _ of Array(times)) {
        shop = await start()
        const calling = startCalling(shop.url, calls, 40)
        // On a busy machine, the first order takes longer than these three seconds.
        await delay(3000)
        await until(() => acknowledged(calling.answers).length > 0, { within: 120_000 })
        await shop.stop('SIGKILL')
        answers.push(...(await calling.stop()))
      }
      shop = await start()
      const wrong = answers.filter(({ status }) => typeof status === 'number' && status >= 400)
      const ids = acknowledged(answers)
      const kept = await keptOrders(server.url, ids)
      const last = kept.at(-1)
      const delivered = last && (await payAndWait({ ...shop, databaseUrl: server.url }, last))
      return {
        callers: summarise(answers),
        kept: `${kept.length} of ${ids.length} acknowledged orders`,
        problems: [
          ...(wrong.length > 0 ? [`wrong answers: ${summarise(wrong)}`] : []),
          ...(kept.length < ids.length ? [`${ids.length - kept.length} orders were lost`] : []),
          ...(last ? [] : ['no order was placed']),
          ...(last && !delivered ? ['an order that was paid afterwards was not delivered'] : []),
        ],
      }
    } finally {
      await shop?.stop('SIGKILL')
      await server.stop('SIGQUIT')
      folders.remove()
    }
  },
}
