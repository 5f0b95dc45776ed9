import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { staffOrders } from '#contract/selling/staff-orders.ts'
import { staffRefunds } from '#contract/selling/staff-refunds.ts'
import type { Counter } from '#server/selling/payments/testing/counter.ts'

/** In seconds. */
export const day = 86_400
/** Refunds to this card take days. */
export const pendingCard = '4000000000007726'

type Wanted = {
  items: { id: number; amount: number }[]
  take_time?: boolean
  take_lifetime?: boolean
  give_code?: boolean
  stop_renewal?: boolean
}

export function refundDesk(counter: Counter, staff: { cookie: string }) {
  const { call, db } = counter

  const look = async (order: string) => {
    const { body } = await call(staffOrders.get, { params: { id: order } }, staff)
    return body
  }

  async function refund(
    order: string,
    wanted: Wanted & { id?: string; left?: number },
    by = staff,
  ) {
    const left = wanted.left ?? (await look(order)).refundable?.left ?? 0
    const body = {
      id: randomUUID(),
      take_time: true,
      give_code: false,
      stop_renewal: true,
      reason: 'requested' as const,
      ...wanted,
      left,
    }
    return call(staffRefunds.add, { params: { id: order }, body }, by)
  }

  return {
    look,
    refund,
    preview: (order: string, wanted: Wanted, by = staff) =>
      call(
        staffRefunds.preview,
        {
          params: { id: order },
          body: { take_time: true, give_code: false, stop_renewal: true, ...wanted },
        },
        by,
      ),

    /** For a month each, or with the plan at $200. `card` is the number of a test card. */
    async buy({
      products = 1,
      card,
      months = 1 as 1 | 3,
      plan,
      code,
    }: {
      products?: number
      card?: string
      months?: 1 | 3
      plan?: string
      code?: string
    } = {}) {
      const { user, cookie } = await counter.customer()
      const ids = []
      const plans = plan && { plans: JSON.stringify([{ plan, savings: null, cents: 20_000 }]) }
      for (let n = 0; n < products; n += 1) ids.push(await counter.addProduct({ ...plans }))
      if (code) await counter.addCode(ids[0]!, code, { max_uses: 1 })
      const items = ids.map((id, at) => ({
        id,
        ...(plan ? { plan } : { term_length: months }),
        ...(code && at === 0 && { discount: code }),
      }))
      const { body } = await counter.buyByCard(cookie, items)
      await counter.session(body.session_id, 'confirm', card ? { card } : {})
      await counter.work()
      const bought = await db
        .selectFrom('order_items')
        .select(['id', 'product_id'])
        .where('order_id', '=', body.order_id)
        .orderBy('id')
        .execute()
      return {
        user,
        cookie,
        order: body.order_id,
        session: body.session_id,
        items: bought.map(({ id }) => id),
        products: ids,
      }
    },

    async held(order: string) {
      const row = await db
        .selectFrom('time_entries')
        .innerJoin('order_items', 'order_items.id', 'order_item_id')
        .select(({ fn }) => fn.sum<number>('seconds').as('seconds'))
        .where('order_id', '=', order)
        .executeTakeFirst()
      return row?.seconds ?? 0
    },

    /** Moves the purchase of an order back by this many days. */
    async age(order: string, days: number) {
      await sql`update orders set paid_at = paid_at - make_interval(days => ${days}::int) where id = ${order}`.execute(
        db,
      )
      await sql`update subscriptions
        set created_at = created_at - make_interval(days => ${days}::int),
            ends_at = ends_at - make_interval(days => ${days}::int)
        where id in (select subscription_id from time_entries join order_items
                       on order_items.id = order_item_id where order_id = ${order})`.execute(db)
    },

    async mailsOf(userId: number) {
      const mails = await db
        .selectFrom('mails')
        .select('template')
        .where('user_id', '=', userId)
        .where('template', 'like', 'refund%')
        .orderBy('id')
        .execute()
      return mails.map(({ template }) => template)
    },

    rows: (order: string) =>
      db
        .selectFrom('refunds')
        .selectAll()
        .where('order_id', '=', order)
        .orderBy('created_at')
        .execute(),
  }
}
