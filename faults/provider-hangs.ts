import { Agent } from 'node:http'
import { sql } from 'kysely'
import type { Database } from '#server/kernel/database/database.ts'
import type { RunningShop } from '#server/kernel/testing/running-shop.ts'
import { type Call, call } from './callers.ts'
import { acknowledged, onDatabase, ordersOf, payAndWait } from './orders.ts'
import type { Scenario } from './scenario.ts'
import { playFault, throwSwitches } from './stage.ts'
import { until } from './until.ts'

const cardPayments = 60
/** Limits for a crypto order during the fault, in milliseconds, if an order takes up to a second without it. */
const deliveredWithin = 5000
const receiptWithin = 15_000

export const providerHangs: Scenario = {
  name: 'provider-hangs',
  fault: `Stripe answers nothing while ${cardPayments} of its payments are reported`,
  plain: true,
  run: () =>
    playFault({ allowed: [502, 503, 504] }, async ({ server, shop }) => {
      const [first, second, ...cards] = await ordersOf(server.url, cardPayments + 2)
      const before = await timeOrder(server.url, shop, first!)
      const sessions = await openSessions(shop, cards)
      await throwSwitches(shop, { stripe: { api: 'timeout' } })
      for (const session of sessions)
        await fetch(`${shop.sandboxUrl}/control/stripe/sessions/${session}/confirm`, {
          method: 'POST',
        })
      await onDatabase(server.url, waitForBusyWorkers)
      const during = await timeOrder(server.url, shop, second!)
      await throwSwitches(shop, { stripe: { api: 'ok' } })
      const busy = Math.max(1, before.delivered / 1000)
      if (during.delivered > deliveredWithin * busy || during.receipt > receiptWithin * busy)
        throw new Error(
          `During the fault, a crypto order took ${during.delivered} ms and its receipt ${during.receipt} ms; before it, ${before.delivered} and ${before.receipt} ms`,
        )
    }),
}

/** Places and pays a crypto order. Returns the milliseconds until its delivery and until its receipt. */
async function timeOrder(databaseUrl: string, shop: RunningShop, order: Call) {
  const agent = new Agent()
  const [id] = acknowledged([await call(shop.url, agent, order)])
  agent.destroy()
  if (!id) throw new Error('No order could be placed')
  const begun = performance.now()
  const passed = () => Math.round(performance.now() - begun)
  const { sandboxUrl } = shop
  if (!(await payAndWait({ databaseUrl, sandboxUrl }, id)))
    throw new Error('A crypto order was not delivered')
  const delivered = passed()
  const isWritten = (db: Database) =>
    until(
      async () => {
        const { rows } = await sql`select from mails
        where template = 'receipt' and about ->> 'order' = ${id}`.execute(db)
        return rows.length > 0
      },
      { within: 240_000 },
    )
  if (!(await onDatabase(databaseUrl, isWritten))) throw new Error('A receipt was not written')
  return { delivered, receipt: passed() }
}

/** Opens a checkout session for each order and returns the ids of the sessions. */
async function openSessions(shop: RunningShop, orders: readonly Call[]): Promise<string[]> {
  const agent = new Agent()
  const sessions: string[] = []
  for (const { cookie, body } of orders) {
    const { items } = body as { items: object[] }
    const asked: Call = {
      kind: 'order',
      method: 'POST',
      path: '/api/payment/create-checkout-session',
      body: items,
      cookie,
    }
    const answer = await call(shop.url, agent, asked)
    sessions.push(JSON.parse(answer.body).session_id)
  }
  agent.destroy()
  return sessions
}

/** Waits until every worker of Stripe's jobs is busy. */
async function waitForBusyWorkers(db: Database) {
  const begun = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from graphile_worker.jobs
       where task_identifier like 'payments.work%' and locked_by is not null`.execute(db)
    return rows[0]!.count >= 8
  }
  if (!(await until(begun)))
    throw new Error('The jobs of Stripe’s events do not occupy all their workers')
}
