import { sql } from 'kysely'
import pg from 'pg'
import { signInMany } from '#server/kernel/testing/customer.ts'
import { workJobs } from '#server/kernel/testing/jobs.ts'
import { openRecorder, type Statement } from '#server/kernel/testing/recorded-statements.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { firstId, replay } from './recording.ts'
import { buyWhole, type PayBy } from './whole-order.ts'

const sequences = ['users', 'sessions', 'order_items', 'payments', 'payment_events', 'mails']

/** More than are replayed per round. */
const customers = 5000

type Recording = { statements: Statement[]; userId: number; providerId: string; users: number[] }

/**
 * Records the statements of one paid order in a shop on a separate database, and measures how many
 * per second plain pg sends. Queries of the job queue are excluded, because many orders share them.
 */
export async function openReplay(payBy: PayBy) {
  const recorder = openRecorder()
  const shop = await openTestShop({ withSandbox: true })
  const recording = await recordPaid(shop, recorder, payBy)
  recorder.close()
  return {
    statements: recording.statements.length,
    rate: (clients: number, seconds: number) => rate(shop.databaseUrl, recording, clients, seconds),
    close: shop.close,
  }
}

async function recordPaid(
  { shop, db, databaseUrl, sandboxUrl, jobsPool }: Awaited<ReturnType<typeof openTestShop>>,
  recorder: ReturnType<typeof openRecorder>,
  payBy: PayBy,
): Promise<Recording> {
  await startIdsHigh(databaseUrl)
  const { id: product } = await db
    .insertInto('products')
    .values({ slug: 'replayed', name: 'Replayed', price_cents: 1999 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const [first, second, ...others] = await signInMany(db, customers)
  // Jobs run only here, so that their statements are always in the same order.
  const finished = async (order: string) => {
    for (;;) {
      await workJobs({ shop, jobsPool })
      const { rows } = await sql`
        select from orders where id = ${order} and payment_status = 'finished'`.execute(db)
      if (rows.length > 0) return
    }
  }
  const buy = (token: string) =>
    buyWhole({
      ...{ db, url: shop.config.siteUrl, sandboxUrl, product, payBy, finished },
      cookie: `session=${token}`,
    })
  // The first order may fill caches. The second one is typical.
  await buy(first!.token)
  let providerId = ''
  const sent = await recorder.record(async () => {
    providerId = await buy(second!.token)
    await workJobs({ shop, jobsPool })
  })
  const statements = sent.filter(
    ({ text }) => !/graphile_worker|payment_status = 'finished'$/.test(text),
  )
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
    insert into document_series values ('TEST', ${firstId + 1})`)
  await client.end()
}

/** Ids of Stripe's objects, which must be unique for each order. */
const stripeId = /\b(?:cs_test|cus|pi|evt|ch)_[A-Za-z0-9]{10,}/g

async function rate(
  databaseUrl: string,
  { statements, userId, providerId, users }: Recording,
  clients: number,
  seconds: number,
): Promise<number> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: clients })
  const objects = new Set(JSON.stringify(statements.map(({ values }) => values)).match(stripeId))
  const began = performance.now()
  const until = began + seconds * 1000
  let paid = 0
  const buyer = async () => {
    while (performance.now() < until) {
      const user = users.pop()
      if (user === undefined) throw new Error('More orders were replayed than there are customers')
      const random = String(Math.floor(Math.random() * 9e12) + 1e12)
      const stripeIds = [...objects].map((id): [string, string] => [id, `${id}${random}`])
      const client = await pool.connect()
      await replay(client, statements, [
        [String(userId), String(user)],
        ...(objects.has(providerId) ? stripeIds : [[providerId, random] as [string, string]]),
      ]).finally(() => client.release())
      paid += 1
    }
  }
  await Promise.all(Array.from({ length: clients }, buyer))
  await pool.end()
  return (paid / (performance.now() - began)) * 1000
}
