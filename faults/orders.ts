import { setTimeout as delay } from 'node:timers/promises'
import { type Database, openDatabase } from '#server/kernel/database.ts'
import { signInMany } from '#server/kernel/testing/customer.ts'
import type { Answered, Call } from './callers.ts'

/** A customer has a few crypto orders open at most: each of these places one in a round. */
const customers = 400

/** What visitors and customers ask for: pages, the catalogue, their account, and an order in four. */
export async function everydayCalls(databaseUrl: string): Promise<Call[]> {
  return onDatabase(databaseUrl, async (db) => {
    const games = db.selectFrom('games').select('id').where('slug', '=', 'cs2')
    const game = await games.executeTakeFirstOrThrow()
    const crowd = await signInMany(db, customers)
    const cookies = crowd.map(({ token }) => `session=${token}`)
    return cookies.flatMap((cookie) => [
      { kind: 'page', path: '/store' },
      { kind: 'catalogue', path: '/api/games' },
      { kind: 'account', path: '/api/user/orders', cookie },
      { ...orderOf(game.id), cookie },
    ])
  })
}

const orderOf = (id: number): Call => ({
  kind: 'order',
  method: 'POST',
  path: '/api/payment/',
  body: { type: 'crypto', currency: 'btc', items: [{ id, term_length: 3 }] },
})

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
  withinMs = 15_000,
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
    const until = performance.now() + withinMs
    const status = db.selectFrom('orders').select('payment_status').where('id', '=', order)
    while (performance.now() < until) {
      if ((await status.executeTakeFirst())?.payment_status === 'finished') return true
      await delay(50)
    }
    return false
  })
}

async function onDatabase<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase(url, 1)
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** Waits until every order that was delivered has its one receipt, and that is sent. */
export function receiptsSent(databaseUrl: string, withinMs = 40_000): Promise<boolean> {
  return onDatabase(databaseUrl, async (db) => {
    const until = performance.now() + withinMs
    const waiting = db.selectFrom('mails').select('id').where('status', '=', 'queued').limit(1)
    while (performance.now() < until) {
      if (!(await waiting.executeTakeFirst())) return true
      await delay(100)
    }
    return false
  })
}
