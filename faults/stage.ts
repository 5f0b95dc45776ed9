import { Agent } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { SwitchesPatch } from '#sandbox/switches.ts'
import { openDatabaseProxy } from '#server/kernel/testing/database-proxy.ts'
import { openServer, type Server } from '#server/kernel/testing/own-postgres.ts'
import { type RunningShop, startShop } from '#server/kernel/testing/running-shop.ts'
import { type Answered, type Call, call, startCalling, summarise } from './callers.ts'
import { acknowledged, everydayCalls, keptOrders, payAndWait, payersOrders } from './orders.ts'
import { startPaying, undelivered, unfinished } from './payers.ts'
import type { Outcome } from './scenario.ts'
import { copyShop } from './template.ts'
import { troubleOf } from './trouble.ts'
import { until } from './until.ts'

const perSecond = 40
/**
 * Milliseconds that the shop may take to recover after the fault, on a machine where 90 % of the
 * responses take at most `usualAnswer`. A slower machine has proportionally longer.
 */
const recoverWithin = 15_000
/** The longest that a caller waits, in milliseconds. The database's own timeouts are shorter. */
const longestAnswer = 45_000
const usualAnswer = 250

/** The database server of the shop. */
type Ground = Server & {
  /** The address that the shop connects to, if it is not the database itself. */
  front?: string
  /** Environment variables that the shop needs for it. */
  env?: Record<string, string>
}

type Stage<S extends Ground> = {
  server: S
  /** The proxy between the shop and the database. */
  proxy: Awaited<ReturnType<typeof openDatabaseProxy>>
  shop: RunningShop
  /** Places an order and pays it. Resolves to whether it was delivered. */
  buy(): Promise<boolean>
}

type Options<S extends Ground> = {
  /** Starts the database in its folder, if it is not a single PostgreSQL server. */
  open?: (folder: string, settings: Record<string, string>) => Promise<S>
  /** The folder of the database and the files, if the scenario needs a specific one. */
  folder?: string
  /** PostgreSQL settings. */
  settings?: Record<string, string>
  /** Environment variables of the shop. */
  env?: Record<string, string>
  /** Additional statuses that callers may receive. */
  allowed?: Answered['status'][]
}

/**
 * Injects a fault into a shop in use. Checks that responses to callers were truthful, that orders
 * and payments were stored and delivered once, that the process survives, and that the shop
 * recovers without intervention.
 */
export async function playFault<S extends Ground = Ground>(
  { open, folder, settings = {}, env, allowed = [503] }: Options<S>,
  fault: (stage: Stage<S>) => Promise<void>,
): Promise<Outcome> {
  const folders = copyShop(folder)
  const server = await (open ?? (openServer as NonNullable<typeof open>))(
    folders.database,
    settings,
  )
  const proxy = await openDatabaseProxy(server.front ?? server.url)
  const shop = await startShop(proxy.url, folders.files, {
    LOG_LEVEL: 'silent',
    ...server.env,
    ...env,
  })
  try {
    const calls = await everydayCalls(server.url)
    const paying = startPaying({ shop, server }, await payersOrders(server.url))
    const calling = startCalling(shop.url, calls, perSecond)
    await delay(2000)
    await somethingToLose(paying)
    const slowness = slownessOf([...calling.answers])
    const patience = recoverWithin * slowness
    await fault({
      server,
      proxy,
      shop,
      buy: () => buy({ ...shop, databaseUrl: server.url }, calls.at(-1)!, patience),
    })
    const undone = await unfinished(server.url, paying.told)
    const over = performance.now()
    const back = await placeOrder(shop, calls.at(-1)!, patience)
    const seconds = ((performance.now() - over) / 1000).toFixed(1)
    await delay(2000)
    const answers = [...(await calling.stop()), ...(await paying.stop())]

    const problems: string[] = []
    if (undone.length > 0)
      problems.push(`${undone.length} payments that customers had seen are gone`)
    if (!shop.running())
      problems.push(`the shop's process ended: ${(await shop.stop()).slice(-2000)}`)
    if (!back)
      problems.push(`no order could be placed within ${Math.round(patience / 1000)} s afterwards`)
    else if (!(await payAndWait({ ...shop, databaseUrl: server.url }, back, patience))) {
      problems.push('the order paid afterwards was not delivered')
    }
    const ids = acknowledged(answers)
    const kept = await keptOrders(server.url, ids)
    if (kept.length < ids.length) problems.push(`${ids.length - kept.length} orders were lost`)
    const { paid } = paying
    const missed = await undelivered(server.url, paid)
    if (missed.length > 0)
      problems.push(`${missed.length} paid orders were not delivered once, with one receipt`)
    problems.push(...(await troubleOf([shop], server)))
    const delivered = paid.length - missed.length
    const settled = Math.round((performance.now() - over) / 1000)
    return {
      callers: `${summarise(answers)}; the next order ${seconds} s after the fault`,
      kept: `${kept.length} of ${ids.length} acknowledged orders, ${delivered} of ${paid.length} paid ones delivered ${settled} s after it`,
      problems: [...problems, ...wrongAnswers(answers, allowed, longestAnswer * slowness)],
    }
  } finally {
    await shop.stop('SIGKILL')
    await proxy.close()
    await server.stop('SIGQUIT')
    folders.remove()
  }
}

/** Waits for payments that were delivered before the fault. */
async function somethingToLose({ told }: { told: readonly string[] }) {
  if (!(await until(() => told.length >= 4, { within: 300_000, every: 50 })))
    throw new Error('Nobody could pay before the fault')
}

/** How many times longer responses take than on an idle machine, at most 20. */
function slownessOf(answers: readonly Answered[]): number {
  const times = answers.map(({ ms }) => ms).sort((a, b) => a - b)
  const most = times[Math.floor(times.length * 0.9)] ?? 0
  return Math.min(20, Math.max(1, most / usualAnswer))
}

function wrongAnswers(
  answers: readonly Answered[],
  allowed: Answered['status'][],
  longest: number,
): string[] {
  const wrong = answers.filter(({ status }) => !right(status) && !allowed.includes(status))
  const slow = answers.filter(({ ms }) => ms > longest)
  return [
    ...(wrong.length > 0 ? [`wrong answers: ${summarise(wrong)} (${kindsOf(wrong)})`] : []),
    ...(slow.length > 0 ? [`${slow.length} answers took too long`] : []),
  ]
}

const right = (status: Answered['status']) => typeof status === 'number' && status < 400
const kindsOf = (answers: readonly Answered[]) =>
  [...new Set(answers.map(({ kind }) => kind))].join(', ')

/** Retries an order until it is accepted. Resolves to undefined after the time limit. */
async function placeOrder(shop: RunningShop, order: Call, within: number) {
  const agent = new Agent()
  let id: string | undefined
  const isTaken = async () => {
    id = acknowledged([await call(shop.url, agent, order)])[0]
    return id !== undefined
  }
  await until(isTaken, { within, every: 50 })
  return id
}

async function buy(shop: RunningShop, order: Call, within: number): Promise<boolean> {
  const id = await placeOrder(shop, order, within)
  return id !== undefined && payAndWait(shop, id, within)
}

/** Makes the sandbox's stand-ins fail or work again. */
export async function throwSwitches({ sandboxUrl }: RunningShop, patch: SwitchesPatch) {
  const response = await fetch(`${sandboxUrl}/control/switches`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(patch),
  })
  if (!response.ok) throw new Error(await response.text())
}
