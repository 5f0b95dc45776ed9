import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '#server/kernel/database.ts'
import { freePorts } from '#server/kernel/free-ports.ts'
import { startShop } from '#server/kernel/testing/running-shop.ts'
import { openServer } from '../postgres.ts'
import type { Outcome, Scenario } from '../scenario.ts'
import { copyShop } from '../template.ts'
import { openMarket } from './buyers.ts'
import { becomeRight } from './calm.ts'
import { playWeather } from './weather.ts'

const buyersAtOnce = 12
/** How often the process is killed, once in so many orders. */
const ordersPerKill = 60

/** A number among the words of the command is how many orders are placed. */
const count = Number(process.argv.slice(2).find((word) => /^\d+$/.test(word))) || 300

export const money: Scenario = {
  name: 'money',
  fault: `${count} orders, providers that fail, webhooks lost, late, double and forged, and kill -9`,
  plain: true,
  long: true,
  run: () => playMoney(count),
}

/** Sells under bad weather, waits for calm, and judges what is there by what the providers say. */
async function playMoney(orders: number): Promise<Outcome> {
  const folders = copyShop()
  const server = await openServer(folders.database)
  const [port, sandboxPort, smtpPort] = await freePorts(3)
  const env = {
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(smtpPort),
    LOG_LEVEL: 'silent',
  }
  const start = () => startShop(server.url, folders.files, env)
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`
  const db = openDatabase(server.url, 6)
  let shop = await start()
  try {
    const market = await openMarket({ db, shopUrl: shop.url, sandboxUrl, orders })
    const weather = playWeather(sandboxUrl, shop.url)
    let kills = 0
    let left = orders
    const buying = Array.from({ length: buyersAtOnce }, async () => {
      while (left-- > 0) await market.buy()
    })
    const killing = (async () => {
      while (left > 0) {
        await delay(200)
        if (orders - left < (kills + 1) * ordersPerKill) continue
        kills += 1
        await shop.stop('SIGKILL')
        shop = await begin(start)
      }
    })()
    await Promise.all(buying)
    await killing
    const forged = await weather.stop()

    const { problems, seconds } = await becomeRight({ db, sandboxUrl, ...market })
    const statuses = [...market.answers, ...forged]
    const faults = statuses.filter((status) => status === 500).length
    if (faults > 0) problems.push(`${faults} answers of 500`)
    const believed = forged.filter((status) => status < 400).length
    if (believed > 0) problems.push(`${believed} forged webhooks were taken`)
    const log = readFileSync(path.join(server.folder, 'log'), 'utf8')
    const deadlocks = log.split('deadlock detected').length - 1
    if (deadlocks > 0) problems.push(`${deadlocks} deadlocks`)
    const backwards = log.split(/order \S+ cannot go from/).length - 1
    if (backwards > 0) problems.push(`${backwards} attempts to move an order backwards`)
    return {
      callers: `${tally(statuses)}; ${kills} kills, ${forged.length} forged webhooks`,
      kept: `${market.acknowledged.size} acknowledged orders, everything looked at ${seconds} s after the weather`,
      problems,
    }
  } finally {
    await shop.stop('SIGKILL')
    await db.destroy()
    await server.stop('SIGQUIT')
    folders.remove()
  }
}

/** The ports of what was killed are free a moment later. */
async function begin(start: () => ReturnType<typeof startShop>) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start()
    } catch (error) {
      if (attempt === 10) throw error
      await delay(300)
    }
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
