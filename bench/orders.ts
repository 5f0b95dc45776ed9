import autocannon from 'autocannon'
import pg from 'pg'
import { buildApp } from '#server/app.ts'
import { loadConfig } from '#server/kernel/config/config.ts'
import { type Database, openDatabase } from '#server/kernel/database/database.ts'
import { signInMany } from '#server/kernel/testing/customer.ts'
import { openRecorder, type Statement } from '#server/kernel/testing/recorded-statements.ts'
import type { RunningShop } from '#server/kernel/testing/running-shop.ts'
import { closeShop, openShop } from '#server/shop/open-shop.ts'
import { printRatio } from './print.ts'
import { replay } from './recording.ts'

type Setup = { dataDir: string; env: Record<string, string> }
type Order = { cookies: Iterator<string>; body: string }

const buyers = 16
const poolSize = 10
const rounds = 3
const seconds = 4

/**
 * Compares `POST /payment/` with its own statements, recorded from one order and sent by plain pg.
 */
export async function measureOrders(shop: RunningShop, setup: Setup, aim: number) {
  const db = openDatabase(shop.databaseUrl, 2)
  const order = await orderOf(db, 20_000)
  await db.destroy()
  const recording = await recordOrder(shop, setup, order)

  const ours: number[] = []
  const theirs: number[] = []
  await placeOrders(shop, order, 1)
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await placeOrders(shop, order, seconds))
    theirs.push(await replayOrders(shop, recording))
  }
  printRatio('POST /payment/', ours, theirs, aim)
}

/**
 * An order that many customers may place. A customer may have only a few open orders, so each order
 * belongs to a different customer.
 */
export async function orderOf(db: Database, customers: number): Promise<Order> {
  const products = db.selectFrom('products').select('id').where('slug', '=', 'cs2')
  const { id } = await products.executeTakeFirstOrThrow()
  const crowd = await signInMany(db, customers)
  return {
    cookies: crowd.map(({ token }) => `session=${token}`).values(),
    body: JSON.stringify({ type: 'crypto', currency: 'btc', items: [{ id, term_length: 3 }] }),
  }
}

/** The orders per second over the given number of seconds. */
export async function placeOrders(
  { url }: RunningShop,
  { cookies, body }: Order,
  duration: number,
) {
  const result = await autocannon({
    url: `${url}/api/payment/`,
    connections: buyers,
    duration,
    requests: [
      {
        method: 'POST',
        body,
        setupRequest: (request) => ({
          ...request,
          headers: { cookie: cookies.next().value, 'content-type': 'application/json' },
        }),
      },
    ],
  })
  if (result.non2xx + result.errors > 0) throw new Error('Orders failed under load')
  return result.requests.average
}

/**
 * Records the statements of one order, and the provider's id in them, which must be new each time.
 */
async function recordOrder(shop: RunningShop, { dataDir, env }: Setup, { cookies, body }: Order) {
  const config = loadConfig({ ...env, RATE_LIMITS: 'off', SANDBOX: '0', LOG_LEVEL: 'silent' })
  const recorder = openRecorder()
  const opened = await openShop({ config, dataDir, databaseUrl: shop.databaseUrl })
  const app = await buildApp(opened, { withPages: false })
  const place = () => {
    const headers = { cookie: cookies.next().value, 'content-type': 'application/json' }
    return app.inject({ method: 'POST', url: '/api/payment/', headers, payload: body })
  }
  // The first order may fill caches. The second one is typical.
  await place()
  let paymentId = 0
  const statements = await recorder.record(async () => {
    paymentId = JSON.parse((await place()).body).id
  })
  const { provider_id } = await opened.db
    .selectFrom('payments')
    .select('provider_id')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  await app.close()
  await closeShop(opened)
  recorder.close()
  return { statements, providerId: provider_id }
}

async function replayOrders(
  { databaseUrl }: RunningShop,
  { statements, providerId }: { statements: Statement[]; providerId: string },
): Promise<number> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: poolSize })
  const began = performance.now()
  const until = began + seconds * 1000
  let placed = 0
  const buyer = async () => {
    while (performance.now() < until) {
      const client = await pool.connect()
      const fresh: [string, string][] = [[providerId, `bench ${crypto.randomUUID()}`]]
      await replay(client, statements, fresh).finally(() => client.release())
      placed += 1
    }
  }
  await Promise.all(Array.from({ length: buyers }, buyer))
  await pool.end()
  return (placed / (performance.now() - began)) * 1000
}
