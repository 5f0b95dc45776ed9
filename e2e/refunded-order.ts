import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { enterTime, lockCustomer } from '#server/access/subscriptions/ledger.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { renewMonthly } from './renewals.ts'

const day = 86_400

type Given = { cents: number; status: 'asked' | 'pending' | 'succeeded' | 'failed'; look?: boolean }

/** Creates an order of the customer for two products, paid by card ten days ago, with refunds. */
export async function paidOrder(db: Database, userId: number, refunds: readonly Given[] = []) {
  return db.transaction().execute(async (tx) => {
    const { id: order } = await tx
      .insertInto('orders')
      .values({
        user_id: userId,
        type: 'card',
        payment_status: 'finished',
        total_cents: 5998,
        paid_at: sql`now()`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const products = await tx
      .selectFrom('products')
      .select(['id', 'name'])
      .orderBy('id')
      .limit(2)
      .execute()
    await lockCustomer(tx, userId)
    const items: number[] = []
    for (const product of products) {
      const item = await tx
        .insertInto('order_items')
        .values({
          order_id: order,
          product_id: product.id,
          product_name: product.name,
          months: 1,
          list_cents: 3499,
          discount_cents: 500,
          discount_code: 'WELCOME10',
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      items.push(item.id)
      const bought = { userId, productId: product.id, orderItemId: item.id }
      await enterTime(tx, { ...bought, seconds: 30 * day, cause: 'purchase' })
      await renewMonthly(tx, { userId, productId: product.id, order, cents: 3499 })
    }
    const payment = await tx
      .insertInto('payments')
      .values({
        order_id: order,
        provider: 'stripe',
        provider_id: `cs_${randomUUID()}`,
        provider_reference: `pi_${randomUUID()}`,
        status: 'finished',
        amount_cents: 5998,
        card_brand: 'visa',
        card_last4: '4242',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const { cents, status, look = false } of refunds) {
      const { id } = await tx
        .insertInto('refunds')
        .values({
          order_id: order,
          payment_id: payment.id,
          provider_id: status === 'asked' ? null : `re_${randomUUID()}`,
          amount_cents: cents,
          take_time: true,
          give_code: false,
          stop_renewal: true,
          look_at: look,
          reason: look ? null : 'not_working',
          note: look ? '' : 'Wrote that it does not start on their machine',
          asked_error: status === 'asked' ? 'Stripe: An error occurred' : null,
          failure: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const part = { refund_id: id, order_item_id: items[0]!, amount_cents: cents }
      await tx
        .insertInto('refund_items')
        .values({ ...part, seconds: 3 * day })
        .execute()
      if (status === 'asked') continue
      const failure = status === 'failed' ? 'expired or canceled card' : null
      const taken = { status: 'pending', taken_at: sql<Date>`now()` } as const
      await tx.updateTable('refunds').set(taken).where('id', '=', id).execute()
      if (status !== 'pending')
        await tx.updateTable('refunds').set({ status, failure }).where('id', '=', id).execute()
    }
    return { order, products: products.map(({ name }) => name) }
  })
}
