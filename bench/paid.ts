import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '#server/kernel/database.ts'
import { openDatabase } from '#server/kernel/database.ts'
import { signInMany } from '#server/kernel/testing/customer.ts'
import type { RunningShop } from '#server/kernel/testing/running-shop.ts'
import { median, printRow } from './print.ts'

const buyers = 32
const seconds = 8
/** How often a buyer looks whether the order is finished, in milliseconds. */
const looksEvery = 50

/**
 * Orders from the price to the delivery, as customers live through them: quote, order, coins, the
 * webhooks of the provider, settlement, and the order seen as finished. `provider` is the address
 * of its stand-in's control API.
 */
export async function measurePaidOrders(shop: RunningShop, provider: string) {
  const db = openDatabase(shop.databaseUrl, 4)
  const game = await db
    .selectFrom('games')
    .select('id')
    .where('slug', '=', 'cs2')
    .executeTakeFirstOrThrow()
  const crowd = await signInMany(db, 5000)
  const cookies = crowd.map(({ token }) => `session=${token}`).values()
  const buy = () => buyOne({ db, shop, provider, game: game.id, cookie: cookies.next().value! })
  await Promise.all(Array.from({ length: buyers }, buy))

  const times: number[] = []
  const began = performance.now()
  const until = began + seconds * 1000
  await Promise.all(
    Array.from({ length: buyers }, async () => {
      while (performance.now() < until) times.push(await buy())
    }),
  )
  const rate = (times.length / (performance.now() - began)) * 1000
  await db.destroy()
  const [middle, slowest] = [median(times), Math.max(...times)].map(Math.round)
  printRow('Paid and delivered, a second', rate.toFixed(0), 'aim: 150 or more')
  printRow('From the quote to the delivery, median', `${middle} ms`, 'aim: under 200 ms')
  printRow('The slowest of them', `${slowest} ms`)
}

type Buyer = { db: Database; shop: RunningShop; provider: string; game: number; cookie: string }

async function buyOne({ db, shop, provider, game, cookie }: Buyer): Promise<number> {
  const began = performance.now()
  const items = [{ id: game, term_length: 3 }]
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
  await ask(`${provider}/control/nowpayments/payments/${provider_id}/confirm`, { body: {} })
  for (;;) {
    const order = await ask(`${shop.url}/api/user/orders/${order_id}`, { cookie })
    if (order.payment_status === 'finished') return performance.now() - began
    await delay(looksEvery)
  }
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
