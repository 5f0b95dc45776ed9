import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '#server/kernel/database/database.ts'
import { shopPorts, startShop } from '#server/kernel/testing/running-shop.ts'
import { begin } from '../begin.ts'
import type { Outcome } from '../scenario.ts'
import { countAfterSale, countPeriods, playAfterSale } from './after-sale.ts'
import { openMarket } from './buyers.ts'
import { becomeRight } from './calm.ts'
import { answering, playWeather, weathers } from './weather.ts'

type Sale = {
  /** A migrated database without data of a previous run. */
  databaseUrl: string
  dataDir: string
  orders: number
  buyersAtOnce: number
  /** How often the process is killed during the run. */
  kills: number
  /** Omits slow parts: providers that never respond, and waiting for jobs that run every minute. */
  quick?: boolean
}

/**
 * Sells while faults are injected, waits for recovery, and compares the shop with the providers'
 * records.
 */
export async function sell(sale: Sale): Promise<Outcome> {
  const { databaseUrl, dataDir, orders, buyersAtOnce, kills, quick } = sale
  const env = { LOG_LEVEL: 'silent', ...(await shopPorts()) }
  const start = () => startShop(databaseUrl, dataDir, env)
  const sandboxUrl = `http://127.0.0.1:${env.SANDBOX_PORT}`
  const db = openDatabase(databaseUrl, 6)
  let shop = await start()
  const shopUrl = shop.url
  try {
    const market = await openMarket({ db, shopUrl, sandboxUrl, orders })
    await countPeriods(db)
    const after = playAfterSale({ db, shopUrl, sandboxUrl, ...market })
    const weather = playWeather({ shopUrl, sandboxUrl }, quick ? answering : weathers)
    let left = orders
    const buying = Array.from({ length: buyersAtOnce }, async () => {
      while (left-- > 0) await market.buy()
    })
    const killing = (async () => {
      for (let kill = 1; kill <= kills; kill += 1) {
        while (left > orders - (orders * kill) / (kills + 1)) await delay(50)
        await shop.stop('SIGKILL')
        shop = await begin(start)
      }
    })()
    await Promise.all(buying)
    await killing
    await after.stop()
    const forged = await weather.stop()

    const { problems, seconds } = await becomeRight({ db, sandboxUrl, ...market, atOnce: quick })
    const taken = market.acknowledged.size
    const { charged, back, sent } = await countAfterSale(db)
    if (charged === 0) problems.push('no period was charged')
    if (back === 0) problems.push('staff gave nothing back')
    if (sent === 0) problems.push('the server sent no coins back')
    const lost = orders - taken - market.ledBack()
    if (lost !== 0)
      problems.push(`${lost} orders could not be placed: ${market.givenUp.join(', ')}`)
    const statuses = [...market.answers, ...forged]
    const faults = statuses.filter((status) => status === 500).length
    if (faults > 0) problems.push(`${faults} answers of 500`)
    const believed = forged.filter((status) => status < 400).length
    if (believed > 0) problems.push(`${believed} forged webhooks were taken`)
    return {
      callers: `${tally(statuses)}; ${kills} kills, ${forged.length} forged webhooks, ${charged} periods charged, ${back} refunds by staff, ${sent} payouts by the server`,
      kept: `${taken} acknowledged orders, everything looked at ${seconds} s after the weather`,
      problems,
    }
  } finally {
    await shop.stop('SIGKILL')
    await db.destroy()
  }
}

function tally(statuses: readonly number[]): string {
  const counts = new Map<number, number>()
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1)
  return [...counts]
    .sort(([a], [b]) => a - b)
    .map(([status, times]) => `${times} × ${status === 0 ? 'no answer' : status}`)
    .join(', ')
}
