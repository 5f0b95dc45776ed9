import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Database, openDatabase } from '#server/kernel/database/database.ts'
import { signInMany } from '#server/kernel/testing/customer.ts'
import { createTestDatabase, startTestDatabases } from '#server/kernel/testing/database.ts'
import { addProduct } from '#server/kernel/testing/product.ts'
import { type RunningShop, startShop } from '#server/kernel/testing/running-shop.ts'
import { openReplay } from './paid-replay.ts'
import { median, printRatio, printRow } from './print.ts'
import { childrenOf, parentOf, processorTimes } from './processor-time.ts'
import { buyWhole, type PayBy, watchFinished } from './whole-order.ts'

/** Newly loaded code is slow, and a connection prepares statements only after some runs. */
const warmUpSeconds = 5
const bareSeconds = 4

/**
 * Measures orders from the quote to the delivery, each by a different customer, on a PostgreSQL with
 * fsync. Stripe, NOWPayments and the mail server are the stand-ins of test mode. Processor time
 * includes the receipts, documents and mails that the queue processes afterwards.
 */
export async function measurePaidOrders(seconds: number) {
  const stopDatabases = await startTestDatabases({ durable: true })
  const database = await createTestDatabase()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'loadout-bench-'))
  const db = openDatabase(database.url, 4)
  // A shop with a product is not filled with demo data.
  const product = await addProduct(db, { slug: 'sold', name: 'Sold' })
  const shop = await startShop(database.url, dataDir)
  try {
    for (const payBy of ['card', 'crypto'] as const) {
      const checkout = await openCheckout(db, shop, product, payBy)
      await checkout.sell(32, warmUpSeconds)
      const crowd = await checkout.sell(32, seconds)
      const single = await checkout.sell(1, seconds / 2)
      await checkout.close()
      const bare = await openReplay(payBy)
      const rate = await bare.rate(32, bareSeconds)
      await bare.close()
      const name = payBy === 'card' ? 'Card' : 'Crypto'
      printRow(`${name}, 32 buyers, orders per second`, crowd.rate.toFixed(1))
      printRatio(`${name}, the same ${bare.statements} statements by bare pg`, [crowd.rate], [rate])
      printRow(`${name}, 32 buyers, median and p95`, crowd.times)
      printRow(`${name}, pending jobs afterwards`, crowd.backlog)
      printRow(`${name}, processor time per order`, '', crowd.processor)
      printRow(`${name}, 1 buyer, median and p95`, single.times)
      printRow(`${name}, 1 buyer, processor time`, '', single.processor)
    }
  } finally {
    await db.destroy()
    await shop.stop()
    await database.drop()
    await stopDatabases()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function openCheckout(db: Database, shop: RunningShop, product: number, payBy: PayBy) {
  const cookies = (await signInMany(db, 5000)).map(({ token }) => `session=${token}`).values()
  const watch = watchFinished(db)
  const { finished } = watch
  const { url, sandboxUrl } = shop
  const backend = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  const parts = {
    shop: shop.pid,
    PostgreSQL: parentOf(backend.rows[0]!.pid),
    'stand-ins': childrenOf(shop.pid)[0]!,
    generator: process.pid,
  }

  async function sell(buyers: number, seconds: number) {
    const times: number[] = []
    const before = processorTimes(parts)
    const began = performance.now()
    const until = began + seconds * 1000
    const buyer = async () => {
      while (performance.now() < until) {
        const from = performance.now()
        const cookie = cookies.next().value!
        await buyWhole({ db, url, sandboxUrl, product, cookie, payBy, finished })
        times.push(performance.now() - from)
      }
    }
    await Promise.all(Array.from({ length: buyers }, buyer))
    const rate = (times.length / (performance.now() - began)) * 1000
    const drain = await drainQueue(db)
    const after = processorTimes(parts)
    const used = Object.entries(after).map(([name, time]) => ({
      name,
      each: (time - before[name as keyof typeof parts]) / times.length,
    }))
    const together = used.reduce((sum, { each }) => sum + each, 0)
    const p95 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)]!
    return {
      rate,
      times: `${Math.round(median(times))} ms, ${Math.round(p95)} ms`,
      backlog: `${drain.jobs}, ${drain.seconds.toFixed(1)} s`,
      processor: [...used, { name: 'together', each: together }]
        .map(({ name, each }) => `${name} ${each.toFixed(1)} ms`)
        .join(', '),
    }
  }
  return { sell, close: watch.stop }
}

/** Waits until no job is due and every paid order has its document and its receipt. */
async function drainQueue(db: Database) {
  const began = performance.now()
  let jobs: number | undefined
  for (;;) {
    const { rows } = await sql<{ due: number; lacking: number }>`
      select (select count(*)::int from graphile_worker._private_jobs where run_at <= now()) as due,
             (select count(*)::int from orders where payment_status = 'finished' and total_cents > 0
                 and created_at > now() - interval '10 minutes'
                 and (not exists (select from documents where order_id = orders.id)
                   or not exists (select from mails where once = 'receipt ' || orders.id
                                     and status = 'sent'))) as lacking`.execute(db)
    const { due, lacking } = rows[0]!
    jobs ??= due
    if (due + lacking === 0) return { jobs, seconds: (performance.now() - began) / 1000 }
    await delay(200)
  }
}
