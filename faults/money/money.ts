import { openServer } from '#server/kernel/testing/own-postgres.ts'
import type { Outcome, Scenario } from '../scenario.ts'
import { copyShop } from '../template.ts'
import { deadlocksOf } from '../trouble.ts'
import { sell } from './sell.ts'

/** The process is killed once per this many orders. */
const ordersPerKill = 250

/** A number among the arguments sets how many orders are placed. */
const count = Number(process.argv.slice(2).find((word) => /^\d+$/.test(word))) || 300

export const money: Scenario = {
  name: 'money',
  fault: `${count} orders, providers that fail, webhooks lost, late, double and forged, and kill -9`,
  plain: true,
  long: true,
  run: () => playMoney(count),
}

/** Uses the prepared shop. `quick` omits slow parts. */
export async function playMoney(orders: number, { quick = false } = {}): Promise<Outcome> {
  const folders = copyShop()
  const server = await openServer(folders.database)
  try {
    const outcome = await sell({
      databaseUrl: server.url,
      dataDir: folders.files,
      orders,
      buyersAtOnce: quick ? 8 : 24,
      kills: Math.ceil(orders / ordersPerKill),
      quick,
    })
    const { problems } = outcome
    problems.push(...deadlocksOf(server))
    const backwards = server.log().split(/order \S+ cannot go from/).length - 1
    if (backwards > 0) problems.push(`${backwards} attempts to move an order backwards`)
    return outcome
  } finally {
    await server.stop('SIGQUIT')
    folders.remove()
  }
}
