import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { buildApp } from '#server/app.ts'
import { loadConfig } from '#server/kernel/config/config.ts'
import { freePorts } from '#server/kernel/config/free-ports.ts'
import { signInMany } from '#server/kernel/testing/customer.ts'
import { createTestDatabase } from '#server/kernel/testing/database.ts'
import { openJobsPool, workJobs } from '#server/kernel/testing/jobs.ts'
import { closeShop, openShop } from '#server/shop/open-shop.ts'
import { firstId, openRecorder, replay, type Statement } from './recording.ts'

const sequences = ['users', 'sessions', 'order_items', 'payments', 'payment_events', 'mails']

/** More than are replayed per round. */
const customers = 5000

type Recording = { statements: Statement[]; userId: number; providerId: string; users: number[] }

/**
 * Records the statements of one paid order in a shop on a separate database, and measures how many
 * per second plain pg sends. Queries of the job queue are excluded, because many orders share them.
 */
export async function openReplay(env: Record<string, string>, provider: string) {
  const database = await createTestDatabase()
  const recording = await recordPaid(database.url, env, provider)
  return {
    statements: recording.statements.length,
    rate: (clients: number, seconds: number) => rate(database.url, recording, clients, seconds),
    close: database.drop,
  }
}

async function recordPaid(databaseUrl: string, env: Record<string, string>, provider: string) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'loadout-bench-'))
  const [port] = await freePorts(1)
  const siteUrl = `http://127.0.0.1:${port}`
  const given = { ...env, SITE_URL: siteUrl, PORT: String(port), HOST: '127.0.0.1' }
  const config = loadConfig({ ...given, RATE_LIMITS: 'off', SANDBOX: '0', LOG_LEVEL: 'silent' })
  const recorder = openRecorder()
  const shop = await openShop({ config, dataDir, databaseUrl })
  const jobsPool = openJobsPool(databaseUrl)
  shop.mail = { send: async () => {}, check: async () => {}, close: () => {} }
  const app = await buildApp(shop, { withPages: false })
  await app.listen({ port: config.port, host: config.host })
  await startIdsHigh(databaseUrl)
  const { id: product } = await shop.db
    .insertInto('products')
    .values({ slug: 'replayed', name: 'Replayed', price_cents: 1999 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const [first, second, ...others] = await signInMany(shop.db, customers)

  async function buy(token: string): Promise<string> {
    const headers = { cookie: `session=${token}`, 'content-type': 'application/json' }
    const items = [{ id: product, term_length: 3 }]
    const ask = async (url: string, body?: object) => {
      const sent = body ? { method: 'POST', body: JSON.stringify(body) } : {}
      const answer = await fetch(url, { headers, ...sent })
      if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
      return (await answer.json()) as Record<string, unknown>
    }
    await ask(`${siteUrl}/api/payment/quote`, { items })
    const wish = { type: 'crypto', currency: 'btc', items }
    const { id, order_id } = await ask(`${siteUrl}/api/payment/`, wish)
    const { provider_id } = await shop.db
      .selectFrom('payments')
      .select('provider_id')
      .where('id', '=', Number(id))
      .executeTakeFirstOrThrow()
    const payment = `${provider}/control/nowpayments/payments/${provider_id}`
    await ask(`${payment}/confirm?wait=true`, {})
    await workJobs({ shop, jobsPool })
    const order = await ask(`${siteUrl}/api/user/orders/${order_id}`)
    if (order.payment_status !== 'finished') throw new Error('The recorded order is not finished')
    return provider_id
  }
  // The first order may fill caches. The second one is typical.
  await buy(first!.token)
  let providerId = ''
  const sent = await recorder.record(async () => {
    providerId = await buy(second!.token)
  })
  await jobsPool.end()
  await app.close()
  await closeShop(shop)
  recorder.close()
  await rm(dataDir, { recursive: true, force: true })
  const statements = sent.filter(({ text }) => !/graphile_worker/.test(text))
  const users = others.map(({ id }) => id)
  return { statements, providerId, userId: second!.id, users }
}

/** Makes ids so large that they can be recognised among the values. */
async function startIdsHigh(databaseUrl: string) {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  for (const [at, table] of sequences.entries())
    await client.query(`alter table ${table} alter id restart ${firstId * (at + 2)}`)
  // Otherwise a series starts at one.
  await client.query(`set session_replication_role = replica;
    insert into document_series values ('REC', ${firstId + 1})`)
  await client.end()
}

async function rate(
  databaseUrl: string,
  { statements, userId, providerId, users }: Recording,
  clients: number,
  seconds: number,
): Promise<number> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: clients })
  const began = performance.now()
  const until = began + seconds * 1000
  let paid = 0
  const buyer = async () => {
    while (performance.now() < until) {
      const user = users.pop()
      if (user === undefined) throw new Error('More orders were replayed than there are customers')
      const payment = String(Math.floor(Math.random() * 9e12) + 1e12)
      const client = await pool.connect()
      await replay(client, statements, [
        [String(userId), String(user)],
        [providerId, payment],
      ]).finally(() => client.release())
      paid += 1
    }
  }
  await Promise.all(Array.from({ length: clients }, buyer))
  await pool.end()
  return (paid / (performance.now() - began)) * 1000
}
