import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Database } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'

const most = 200

function selectOrders(db: Database, userId: number) {
  return db
    .selectFrom('orders')
    .select(['id', 'created_at', 'payment_status', 'type', 'total_cents', 'autorenew'])
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('order_items')
          .select(['game_id', 'game_name', 'months', 'price_cents'])
          .select(['discount_code', 'discount_cents'])
          .whereRef('order_id', '=', 'orders.id')
          .orderBy('order_items.id'),
      ).as('items'),
      jsonObjectFrom(
        eb
          .selectFrom('payments')
          .select(['payments.id', 'pay_amount', 'pay_currency'])
          .whereRef('order_id', '=', 'orders.id')
          .orderBy('payments.id', 'desc')
          .limit(1),
      ).as('payment'),
    ])
    .where('user_id', '=', userId)
}

type Row = Awaited<ReturnType<ReturnType<typeof selectOrders>['executeTakeFirstOrThrow']>>

function present({ total_cents, items, payment, ...order }: Row) {
  return {
    ...order,
    total_price: total_cents,
    payment_id: payment?.id ?? null,
    pay_amount: payment?.pay_amount ?? null,
    pay_currency: payment?.pay_currency ?? null,
    items: items.map((item) => ({
      id: item.game_id,
      name: item.game_name,
      term_length: item.months,
      price: item.price_cents!,
      discount: item.discount_code
        ? { code: item.discount_code, amount: item.discount_cents }
        : null,
    })),
  }
}

/**
 * A customer's orders, newest first. Looks at the card form that led to no payment are left out,
 * unless staff ask.
 */
export async function listOrders(db: Database, userId: number, { looks = false } = {}) {
  const rows = await selectOrders(db, userId)
    .$if(!looks, (query) =>
      query.where((eb) =>
        eb.or([
          eb('type', '<>', 'card'),
          eb('payment_status', 'not in', ['waiting', 'expired', 'failed']),
        ]),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(most)
    .execute()
  return rows.map(present)
}

/** An order of this customer. Throws 404 'Order not found', for those of others too. */
export async function readOrder(db: Database, userId: number, id: string) {
  const row = await selectOrders(db, userId).where('id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal(404, 'Order not found')
  return present(row)
}
