import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '#server/kernel/database/database.ts'

export type PayBy = 'card' | 'crypto'

/** The interval between checks for finished orders, in milliseconds. */
const looksEvery = 10

/**
 * Checks the database for all buyers at once. If each polled the shop every few milliseconds, the
 * polling would dominate the measurement.
 */
export function watchFinished(db: Database) {
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

type Sale = {
  db: Database
  url: string
  sandboxUrl: string
  product: number
  cookie: string
  payBy: PayBy
  /** Resolves when the order is delivered. */
  finished: (order: string) => Promise<void>
}

/**
 * Buys like a customer: quote, order, payment at the provider, its webhooks, and the finished order.
 * Returns the provider's id of the payment.
 */
export async function buyWhole(sale: Sale): Promise<string> {
  const { db, url, sandboxUrl, product, cookie, payBy } = sale
  const items = [{ id: product, term_length: 3 }]
  await ask(`${url}/api/payment/quote`, { body: { items } })
  const placed =
    payBy === 'card'
      ? await ask(`${url}/api/payment/create-checkout-session`, { cookie, body: items })
      : await ask(`${url}/api/payment/`, {
          cookie,
          body: { type: 'crypto', currency: 'btc', items },
        })
  const order = String(placed.order_id)
  const { provider_id } = await db
    .selectFrom('payments')
    .select('provider_id')
    .where('order_id', '=', order)
    .executeTakeFirstOrThrow()
  const finished = sale.finished(order)
  const payment = payBy === 'card' ? 'stripe/sessions' : 'nowpayments/payments'
  await ask(`${sandboxUrl}/control/${payment}/${provider_id}/confirm`, { body: {} })
  await finished
  const shown = await ask(`${url}/api/user/orders/${order}`, { cookie })
  if (shown.payment_status !== 'finished') throw new Error('A finished order is not shown as one')
  return provider_id
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
