import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '#server/kernel/database/database.ts'
import { openDatabase } from '#server/kernel/database/database.ts'
import { signInMany } from '#server/kernel/testing/customer.ts'
import type { RunningShop } from '#server/kernel/testing/running-shop.ts'
import { openReplay } from './paid-replay.ts'
import { median, printRatio, printRow } from './print.ts'

const buyers = 32
const rounds = 3
const seconds = 4
/** The number of orders of each buyer before measuring, because newly loaded code is slow. */
const warmUp = 10
/** The interval between checks for finished orders, in milliseconds. */
const looksEvery = 10

/**
 * Measures orders from the price to the delivery, as customers experience them: quote, order,
 * coins, the provider's webhooks, settlement, and the finished order on the page. `provider` is the
 * address of its stand-in's control API.
 */
export async function measurePaidOrders(
  shop: RunningShop,
  env: Record<string, string>,
  provider: string,
) {
  const db = openDatabase(shop.databaseUrl, 4)
  const product = await db
    .selectFrom('products')
    .select('id')
    .where('slug', '=', 'cs2')
    .executeTakeFirstOrThrow()
  const crowd = await signInMany(db, 5000)
  const cookies = crowd.map(({ token }) => `session=${token}`).values()
  const watch = watchFinished(db)
  const buy = () =>
    buyOne({ db, shop, provider, watch, product: product.id, cookie: cookies.next().value! })
  const replayed = await openReplay(env, provider)
  for (let order = 0; order < warmUp; order += 1)
    await Promise.all(Array.from({ length: buyers }, buy))

  const times: number[] = []
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const before = times.length
    const began = performance.now()
    const until = began + seconds * 1000
    await Promise.all(
      Array.from({ length: buyers }, async () => {
        while (performance.now() < until) times.push(await buy())
      }),
    )
    ours.push(((times.length - before) / (performance.now() - began)) * 1000)
    // Follow-up work of an order, such as its mail, is still running.
    await delay(1000)
    theirs.push(await replayed.rate(buyers, seconds))
  }
  await watch.stop()
  await replayed.close()
  await db.destroy()
  const [middle, slowest] = [median(times), Math.max(...times)].map(Math.round)
  printRow('Paid and delivered, a second', median(ours).toFixed(0), 'aim: 150 or more')
  printRatio(`The same ${replayed.statements} statements by bare pg`, ours, theirs, 0.4)
  printRow('From the quote to the delivery, median', `${middle} ms`, 'aim: under 200 ms')
  printRow('The slowest of them', `${slowest} ms`)
}

/**
 * Checks the database for all buyers at once. If each polled the shop every few milliseconds, the
 * polling would dominate the measurement.
 */
function watchFinished(db: Database) {
  const waiting = new Map<string, () => void>()
  let stopped = false
  async function look() {
    while (!stopped) {
      await delay(looksEvery)
      if (waiting.size === 0) continue
      const finished = await db
        .selectFrom('orders')
        .select('id')
        .where('id', 'in', [...waiting.keys()])
        .where('payment_status', '=', 'finished')
        .execute()
      for (const { id } of finished) {
        waiting.get(id)!()
        waiting.delete(id)
      }
    }
  }
  const looking = look()
  return {
    finished: (order: string) =>
      new Promise<void>((resolve, reject) => {
        waiting.set(order, resolve)
        looking.catch(reject)
      }),
    stop() {
      stopped = true
      return looking
    },
  }
}

type Buyer = {
  db: Database
  shop: RunningShop
  provider: string
  watch: ReturnType<typeof watchFinished>
  product: number
  cookie: string
}

async function buyOne({ db, shop, provider, watch, product, cookie }: Buyer): Promise<number> {
  const began = performance.now()
  const items = [{ id: product, term_length: 3 }]
  await ask(`${shop.url}/api/payment/quote`, { body: { items } })
  const { id, order_id } = await ask(`${shop.url}/api/payment/`, {
    cookie,
    body: { type: 'crypto', currency: 'btc', items },
  })
  const { provider_id } = await db
    .selectFrom('payments')
    .select('provider_id')
    .where('id', '=', Number(id))
    .executeTakeFirstOrThrow()
  const finished = watch.finished(String(order_id))
  await ask(`${provider}/control/nowpayments/payments/${provider_id}/confirm`, { body: {} })
  await finished
  const order = await ask(`${shop.url}/api/user/orders/${order_id}`, { cookie })
  if (order.payment_status !== 'finished') throw new Error('A finished order is not shown as one')
  return performance.now() - began
}

type Asked = { body?: object; cookie?: string }

async function ask(url: string, { body, cookie }: Asked): Promise<Record<string, unknown>> {
  const answer = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: { ...(cookie && { cookie }), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Record<string, unknown>
}
