import { type Database, openDatabase } from '#server/kernel/database/database.ts'
import { signInMany } from '#server/kernel/testing/customer.ts'
import type { Answered, Call } from './callers.ts'
import { until } from './until.ts'

/** A customer may have only a few open crypto orders, so each of these places one per round. */
const customers = 400
/** The number of paying customers. */
const payers = 4

/**
 * Calls of visitors and customers: pages, the catalogue, their account, and an order in every
 * fourth call.
 */
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

/** Prepares an order for each of this many new customers. */
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

/** The acknowledged orders that exist in the database. */
export async function keptOrders(databaseUrl: string, ids: readonly string[]): Promise<string[]> {
  return onDatabase(databaseUrl, async (db) => {
    if (ids.length === 0) return []
    const kept = await db.selectFrom('orders').select('id').where('id', 'in', ids).execute()
    return kept.map(({ id }) => id)
  })
}

/**
 * Pays a crypto order in the sandbox and waits for its delivery. Resolves to whether it was
 * delivered.
 */
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

/** Connects without the timeouts of the shop's own connections, which a scenario may shorten. */
export async function onDatabase<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase(url, 1, { unlimited: true })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** Waits until all currently queued mails are sent, ignoring mails queued later. */
export function mailsSent(databaseUrl: string, within = 120_000): Promise<boolean> {
  return onDatabase(databaseUrl, async (db) => {
    const queued = db.selectFrom('mails').select('id').where('status', '=', 'queued')
    const ids = (await queued.execute()).map(({ id }) => id)
    if (ids.length === 0) return true
    const waiting = queued.where('id', 'in', ids)
    return until(async () => !(await waiting.executeTakeFirst()), { within })
  })
}
