import { sql } from 'kysely'
import type { DisputeState } from '#contract/selling/disputes.ts'
import { transaction } from '#server/kernel/database/database.ts'
import { lockOrder } from '#server/selling/orders/settle.ts'
import type { Counter } from '#server/selling/payments/testing/counter.ts'
import { settleDisputed } from '../settle.ts'

type Bought = { order: string; session: string }

/** Orders that were paid by card, and the actions of the cards' banks. */
export function disputing(counter: Counter) {
  const { db } = counter

  return {
    async buy(customer?: Awaited<ReturnType<Counter['customer']>>, product?: number) {
      const { user, cookie } = customer ?? (await counter.customer())
      const id = product ?? (await counter.addProduct())
      const { body } = await counter.buyByCard(cookie, [{ id, term_length: 1 }])
      await counter.session(body.session_id, 'confirm')
      await counter.work()
      return { user, cookie, product: id, order: body.order_id, session: body.session_id }
    },

    /** Triggers an action of the bank and processes its events. */
    async bank({ session }: Pick<Bought, 'session'>, action: string, more: object = {}) {
      await counter.session(session, action, more)
      await counter.work()
    },

    /** Reports a state of one of an order's disputes. Does not run the jobs. */
    say: (
      { order }: Pick<Bought, 'order'>,
      name: string,
      told: DisputeState,
      amountCents: number,
    ) =>
      transaction(db, async (tx) => {
        const one = {
          id: `du_${name}_${order}`,
          paymentIntentId: null,
          told,
          reason: 'fraudulent',
          networkReason: null,
          amountCents,
          dueAt: null,
          openedAt: new Date(),
          submissions: 0,
        }
        const locked = await lockOrder(tx, order)
        await settleDisputed(tx, locked!, { status: 'finished', disputes: [one] })
      }),

    async dispute({ order }: Pick<Bought, 'order'>) {
      return db
        .selectFrom('disputes')
        .selectAll()
        .where('order_id', '=', order)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
    },

    async stateOf(order: string): Promise<DisputeState> {
      const { state } = await db
        .selectFrom('disputes')
        .select('state')
        .where('order_id', '=', order)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      return state
    },

    async left(userId: number, product: number): Promise<number> {
      const { rows } = await sql<{ left: number }>`
        select coalesce(sum(extract(epoch from ends_at - now())), 0)::float8 as left
          from subscriptions
         where user_id = ${userId} and product_id = ${product} and ends_at > now()`.execute(db)
      return rows[0]!.left
    },

    opening: (dispute_opening: 'freeze' | 'revoke' | 'leave') =>
      db.updateTable('settings').set({ dispute_opening }).execute(),
  }
}
