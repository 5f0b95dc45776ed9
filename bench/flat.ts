import { openDatabase } from '#server/kernel/database/database.ts'
import { captchaToken } from '#server/kernel/testing/captcha.ts'
import type { RunningShop } from '#server/kernel/testing/running-shop.ts'
import { load } from './load.ts'
import { measureMemory } from './memory.ts'
import { orderOf, placeOrders } from './orders.ts'

const reads = ['/store', '/api/games', '/store?utm_source=mail', '/no-such-page', '/faq']
/** More than the number of orders per second. */
const customers = 2000

/**
 * Loads cached and rendered pages, orders and sign-ins in turns for the given time: memory must
 * become stable. Returns the maximum memory of the server in the first and the second half, in
 * megabytes.
 */
export async function measureFlatness(shop: RunningShop, minutes: number) {
  const db = openDatabase(shop.databaseUrl, 2)
  const until = performance.now() + minutes * 60_000
  const samples: number[] = []
  for (let turn = 0; performance.now() < until; turn += 1) {
    await load(shop.url + reads[turn % reads.length]!, 16, 3, { refusals: true })
    await placeOrders(shop, await orderOf(db, customers), 1)
    await signIn(shop.url)
    samples.push(await measureMemory(shop.url))
  }
  await db.destroy()
  const middle = samples.length >> 1
  return {
    first: Math.max(...samples.slice(0, middle)),
    second: Math.max(...samples.slice(middle)),
  }
}

/** Signs in as the demo shop's customer, including the captcha's proof of work. */
async function signIn(url: string) {
  const challenge = await fetch(`${url}/api/captcha/challenge`)
  const token = await captchaToken((await challenge.json()) as never)
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'customer', password: 'Customer1234', token }),
  })
  if (!answer.ok) throw new Error(`Signing in failed: ${answer.status} ${await answer.text()}`)
}
