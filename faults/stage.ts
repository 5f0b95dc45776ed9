import { Agent } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { SwitchesPatch } from '#sandbox/switches.ts'
import { openDatabaseProxy } from '#server/kernel/testing/database-proxy.ts'
import { type RunningShop, startShop } from '#server/kernel/testing/running-shop.ts'
import { type Answered, type Call, call, startCalling, summarise } from './callers.ts'
import { acknowledged, everydayCalls, keptOrders, payAndWait } from './orders.ts'
import { openServer, type Server } from './postgres.ts'
import type { Outcome } from './scenario.ts'
import { copyShop } from './template.ts'

const perSecond = 40
/** How long the shop may take to be as before once the fault is over, in milliseconds. */
const recoverWithin = 15_000
/** What a caller waits for at most, in milliseconds; the database's own limits end before. */
const longestAnswer = 45_000

type Stage = {
  server: Server
  /** Between the shop and the server. */
  proxy: Awaited<ReturnType<typeof openDatabaseProxy>>
  shop: RunningShop
  /** Orders and pays; resolves to whether it was delivered. */
  buy(): Promise<boolean>
}

type Options = {
  /** Where the database and the files are, when that matters. */
  folder?: string
  /** Of PostgreSQL. */
  settings?: Record<string, string>
  /** Of the shop. */
  env?: Record<string, string>
  /** What callers may be answered besides what they asked for. */
  allowed?: Answered['status'][]
}

/**
 * Plays a fault on a shop that is being used, and looks whether callers were told the truth, orders
 * were kept, the process lives, and everything works again by itself.
 */
export async function playFault(
  { folder, settings = {}, env = {}, allowed = [503] }: Options,
  fault: (stage: Stage) => Promise<void>,
): Promise<Outcome> {
  const folders = copyShop(folder)
  const server = await openServer(folders.database, settings)
  const proxy = await openDatabaseProxy(server.url)
  const shop = await startShop(proxy.url, folders.files, { LOG_LEVEL: 'silent', ...env })
  try {
    const calls = await everydayCalls(server.url)
    const calling = startCalling(shop.url, calls, perSecond)
    await delay(2000)
    await fault({
      server,
      proxy,
      shop,
      buy: () => buy({ ...shop, databaseUrl: server.url }, calls.at(-1)!),
    })
    const over = performance.now()
    const back = await placeOrder(shop, calls.at(-1)!)
    const seconds = ((performance.now() - over) / 1000).toFixed(1)
    await delay(2000)
    const answers = await calling.stop()

    const problems: string[] = []
    if (!shop.running())
      problems.push(`the shop's process ended: ${(await shop.stop()).slice(-2000)}`)
    if (!back) problems.push(`no order could be placed within ${recoverWithin / 1000} s afterwards`)
    else if (!(await payAndWait({ ...shop, databaseUrl: server.url }, back))) {
      problems.push('what was paid afterwards was not delivered')
    }
    const ids = acknowledged(answers)
    const kept = await keptOrders(server.url, ids)
    if (kept.length < ids.length) problems.push(`${ids.length - kept.length} orders were lost`)
    return {
      callers: `${summarise(answers)}; the next order ${seconds} s after the fault`,
      kept: `${kept.length} of ${ids.length} acknowledged orders`,
      problems: [...problems, ...wrongAnswers(answers, allowed)],
    }
  } finally {
    await shop.stop('SIGKILL')
    await proxy.close()
    await server.stop('SIGQUIT')
    folders.remove()
  }
}

function wrongAnswers(answers: readonly Answered[], allowed: Answered['status'][]): string[] {
  const wrong = answers.filter(({ status }) => !right(status) && !allowed.includes(status))
  const slow = answers.filter(({ ms }) => ms > longestAnswer)
  return [
    ...(wrong.length > 0 ? [`wrong answers: ${summarise(wrong)} (${kindsOf(wrong)})`] : []),
    ...(slow.length > 0 ? [`${slow.length} answers took too long`] : []),
  ]
}

const right = (status: Answered['status']) => typeof status === 'number' && status < 400
const kindsOf = (answers: readonly Answered[]) =>
  [...new Set(answers.map(({ kind }) => kind))].join(', ')

/** Orders again and again until it is taken; undefined when that takes too long. */
async function placeOrder(shop: RunningShop, order: Call) {
  const agent = new Agent()
  const until = performance.now() + recoverWithin
  while (performance.now() < until) {
    const [id] = acknowledged([await call(shop.url, agent, order)])
    if (id) return id
    await delay(50)
  }
  return undefined
}

async function buy(shop: RunningShop, order: Call): Promise<boolean> {
  const id = await placeOrder(shop, order)
  return id !== undefined && payAndWait(shop, id)
}

/** Has the sandbox's stand-ins fail, or behave again. */
export async function throwSwitches({ sandboxUrl }: RunningShop, patch: SwitchesPatch) {
  const response = await fetch(`${sandboxUrl}/control/switches`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(patch),
  })
  if (!response.ok) throw new Error(await response.text())
}
