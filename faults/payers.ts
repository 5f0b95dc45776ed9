import { Agent } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { RunningShop } from '#server/kernel/testing/running-shop.ts'
import { type Answered, type Call, call } from './callers.ts'
import { onDatabase } from './orders.ts'
import { untilNone } from './until.ts'

/**
 * How long the delivery of a paid order may take after the fault, in milliseconds. The shop queries
 * open payments every minute, which covers webhooks that the provider lost.
 */
const deliveredWithin = 120_000

type Stage = { shop: RunningShop; server: { url: string } }

/**
 * Starts customers who place orders one after the other, pay them and poll until each is delivered.
 * Each of `orders` belongs to a different customer.
 */
export function startPaying({ shop, server }: Stage, orders: readonly Call[]) {
  const agent = new Agent({ keepAlive: true })
  const answers: Answered[] = []
  const paid: string[] = []
  const told: string[] = []
  let stopped = false

  async function ask(asked: Call) {
    const answer = await call(shop.url, agent, asked)
    answers.push(answer)
    return answer
  }

  async function buy(order: Call) {
    const placed = await ask(order)
    if (placed.status !== 201) return
    const { id, order_id } = JSON.parse(placed.body) as { id: number; order_id: string }
    const payment = await providerId(id)
    if (!payment) return
    const confirm = `${shop.sandboxUrl}/control/nowpayments/payments/${payment}/confirm`
    // The provider's stand-in runs on the same machine and can fail with it. Then there is no
    // payment.
    const confirmed = await fetch(confirm, { method: 'POST' }).catch(() => null)
    if (!confirmed?.ok) return
    paid.push(order_id)
    while (!stopped) {
      const look = { kind: 'payment', path: `/api/get_payment/${id}`, cookie: order.cookie! }
      const { status, body } = await ask(look)
      if (status === 200 && JSON.parse(body).payment_status === 'finished') {
        told.push(order_id)
        return
      }
      await delay(100)
    }
  }

  /** Undefined if the database is unavailable until the customers stop. */
  async function providerId(payment: number): Promise<string | undefined> {
    while (!stopped) {
      const row = await onDatabase(server.url, (db) =>
        db
          .selectFrom('payments')
          .select('provider_id')
          .where('id', '=', payment)
          .executeTakeFirst(),
      ).catch(() => undefined)
      if (row) return row.provider_id
      await delay(200)
    }
    return undefined
  }

  const paying = orders.map(async (order) => {
    while (!stopped) {
      await buy(order)
      await delay(500)
    }
  })
  return {
    paid: paid as readonly string[],
    /** The paid orders that their customers have seen as finished. */
    told: told as readonly string[],
    /** Waits for the outstanding responses. */
    async stop() {
      stopped = true
      await Promise.all(paying)
      agent.destroy()
      return answers
    },
  }
}

/** The orders that are not finished. */
export function unfinished(databaseUrl: string, ids: readonly string[]): Promise<string[]> {
  return onDatabase(databaseUrl, async (db) => {
    const { rows } = await sql<{ id: string }>`
      select id from unnest(${[...ids]}::uuid[]) as wanted (id)
       where not exists (select from orders where id = wanted.id and payment_status = 'finished')`.execute(
      db,
    )
    return rows.map(({ id }) => id)
  })
}

/**
 * Waits until each order is delivered once and has exactly one receipt. Resolves to the orders for
 * which this is not true.
 */
export function undelivered(databaseUrl: string, ids: readonly string[]): Promise<string[]> {
  return onDatabase(databaseUrl, (db) => {
    const list = async () => {
      const { rows } = await sql<{ id: string }>`
        select id from unnest(${[...ids]}::uuid[]) as paid (id)
         where not exists (select from orders where id = paid.id and payment_status = 'finished')
            or exists (select from order_items where order_id = paid.id and 1 <> (
                 select count(*) from time_entries
                  where order_item_id = order_items.id and cause = 'purchase'))
            or 1 <> (select count(*) from events
                      where type = 'order.finished' and data ->> 'order' = paid.id::text)
            or 1 <> (select count(*) from mails
                      where template = 'receipt' and about ->> 'order' = paid.id::text)`.execute(db)
      return rows.map(({ id }) => id)
    }
    return untilNone(list, { within: deliveredWithin, every: 200 })
  })
}
