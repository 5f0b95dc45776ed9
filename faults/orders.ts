import { type Database, openDatabase } from '#server/kernel/database.ts'
import { signInMany } from '#server/kernel/testing/customer.ts'
import type { Answered, Call } from './callers.ts'
import { until } from './until.ts'

/** A customer has a few crypto orders open at most: each of these places one in a round. */
const customers = 400
/** Who pay what they order. */
const payers = 4

/** What visitors and customers ask for: pages, the catalogue, their account, and an order in four. */
export async function everydayCalls(databaseUrl: string): Promise<Call[]> {
  const orders = await ordersOf(databaseUrl, customers)
  return orders.flatMap((order) => [
    { kind: 'page', path: '/store' },
    { kind: 'catalogue', path: '/api/games' },
    { kind: 'account', path: '/api/user/orders', cookie: order.cookie! },
    order,
  ])
}

export const payersOrders = (databaseUrl: string) => ordersOf(databaseUrl, payers)

/** An order each of so many new customers. */
export function ordersOf(databaseUrl: string, count: number): Promise<Call[]> {
  return onDatabase(databaseUrl, async (db) => {
    const products = db.selectFrom('products').select('id').where('slug', '=', 'cs2')
    const { id } = await products.executeTakeFirstOrThrow()
    const crowd = await signInMany(db, count)
    return crowd.map(({ token }) => ({
      kind: 'order',
      method: 'POST',
      path: '/api/payment/',
      body: { type: 'crypto', currency: 'btc', items: [{ id, term_length: 3 }] },
      cookie: `session=${token}`,
    }))
  })
}

export const acknowledged = (answers: readonly Answered[]): string[] =>
  answers
    .filter(({ kind, status }) => kind === 'order' && (status === 200 || status === 201))
    .map(({ body }) => JSON.parse(body).order_id)

/** Which of the acknowledged orders the database holds. */
export async function keptOrders(databaseUrl: string, ids: readonly string[]): Promise<string[]> {
  return onDatabase(databaseUrl, async (db) => {
    if (ids.length === 0) return []
    const kept = await db.selectFrom('orders').select('id').where('id', 'in', ids).execute()
    return kept.map(({ id }) => id)
  })
}

/** Pays a crypto order at the sandbox and waits for its delivery; resolves to whether it came. */
export function payAndWait(
  { databaseUrl, sandboxUrl }: { databaseUrl: string; sandboxUrl: string },
  order: string,
  within = 120_000,
): Promise<boolean> {
  return onDatabase(databaseUrl, async (db) => {
    const { provider_id } = await db
      .selectFrom('payments')
      .select('provider_id')
      .where('order_id', '=', order)
      .executeTakeFirstOrThrow()
    await fetch(`${sandboxUrl}/control/nowpayments/payments/${provider_id}/confirm?wait=true`, {
      method: 'POST',
    })
    const status = db.selectFrom('orders').select('payment_status').where('id', '=', order)
    const isPaid = async () => (await status.executeTakeFirst())?.payment_status === 'finished'
    return until(isPaid, { within, every: 50 })
  })
}

/** Without the time limits of the shop's own connections, which a scenario may shorten. */
export async function onDatabase<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase(url, 1, { unlimited: true })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** Waits until what waits now is sent, whatever is written meanwhile. */
export function mailsSent(databaseUrl: string, within = 120_000): Promise<boolean> {
  return onDatabase(databaseUrl, async (db) => {
    const queued = db.selectFrom('mails').select('id').where('status', '=', 'queued')
    const ids = (await queued.execute()).map(({ id }) => id)
    if (ids.length === 0) return true
    const waiting = queued.where('id', 'in', ids)
    return until(async () => !(await waiting.executeTakeFirst()), { within })
  })
}
