import { sql } from 'kysely'
import { openServer } from '#server/kernel/testing/own-postgres.ts'
import { type RunningShop, shopPorts, startShop } from '#server/kernel/testing/running-shop.ts'
import { begin } from './begin.ts'
import { callAll } from './callers.ts'
import { acknowledged, onDatabase, ordersOf } from './orders.ts'
import type { Scenario } from './scenario.ts'
import { copyShop } from './template.ts'
import { until } from './until.ts'

const payments = 500
const kills = 4
/** How long the documents may take after the last kill, in milliseconds. */
const within = 600_000

/** Document numbers must have no gaps and no duplicates, whenever the process is killed. */
export const documentsKilled: Scenario = {
  name: 'documents-killed',
  fault: `${payments} payments arrive at once while the process is killed ${kills} times`,
  plain: true,
  async run() {
    const folders = copyShop()
    const server = await openServer(folders.database)
    const env = { LOG_LEVEL: 'silent', RATE_LIMITS: 'off', ...(await shopPorts()) }
    const start = () => begin(() => startShop(server.url, folders.files, env))
    let shop: RunningShop | undefined
    try {
      shop = await start()
      const placed = await callAll(shop.url, await ordersOf(server.url, payments))
      const ids = acknowledged(placed)
      const paid = await payAll(server.url, shop.sandboxUrl, ids)
      for (let kill = 0; kill < kills; kill += 1) {
        await untilMade(server.url, Math.round((ids.length * (kill + 0.5)) / kills), 60_000)
        await shop.stop('SIGKILL')
        shop = await start()
      }
      // Events that the provider could not deliver to a dead process are queried every minute.
      await untilMade(server.url, ids.length, within)
      const { numbers, doubled, lacking } = await readNumbers(server.url, ids)
      const wrong = numbers.findIndex((number, at) => number !== at + 1)
      return {
        callers: `${ids.length} orders, ${paid} paid at once`,
        kept: `${numbers.length} documents, numbers ${numbers[0] ?? 0} to ${numbers.at(-1) ?? 0}`,
        problems: [
          ...(ids.length < payments ? [`${payments - ids.length} orders were not placed`] : []),
          ...(wrong >= 0 ? [`number ${wrong + 1} is missing or double`] : []),
          ...(doubled > 0 ? [`${doubled} orders have two documents`] : []),
          ...(lacking > 0 ? [`${lacking} paid orders have none`] : []),
        ],
      }
    } finally {
      await shop?.stop('SIGKILL')
      await server.stop('SIGQUIT')
      folders.remove()
    }
  },
}

/**
 * Pays all orders at once. Resolves to the number that the stand-in accepted, before the webhooks.
 */
async function payAll(databaseUrl: string, sandboxUrl: string, ids: readonly string[]) {
  const payments = await onDatabase(databaseUrl, (db) =>
    db.selectFrom('payments').select('provider_id').where('order_id', 'in', ids).execute(),
  )
  const answers = await Promise.all(
    payments.map(({ provider_id }) =>
      fetch(`${sandboxUrl}/control/nowpayments/payments/${provider_id}/confirm`, {
        method: 'POST',
      }),
    ),
  )
  return answers.filter(({ ok }) => ok).length
}

function untilMade(databaseUrl: string, count: number, within: number): Promise<boolean> {
  return onDatabase(databaseUrl, (db) => {
    const areMade = async () => {
      const { rows } = await sql<{ made: number }>`
        select count(*)::int as made from documents`.execute(db)
      return rows[0]!.made >= count
    }
    return until(areMade, { within, every: 20 })
  })
}

function readNumbers(databaseUrl: string, ids: readonly string[]) {
  return onDatabase(databaseUrl, async (db) => {
    const made = await db
      .selectFrom('documents')
      .select(['number', 'order_id'])
      .orderBy('series')
      .orderBy('number')
      .execute()
    const orders = new Set(made.map(({ order_id }) => order_id))
    return {
      numbers: made.map(({ number }) => number),
      doubled: made.length - orders.size,
      lacking: ids.filter((id) => !orders.has(id)).length,
    }
  })
}
