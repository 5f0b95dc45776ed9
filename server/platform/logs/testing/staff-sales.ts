import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { signIn } from '#server/kernel/testing/customer.ts'
import type { TestShop } from '#server/kernel/testing/shop.ts'
import { bitcoin } from '#server/selling/payouts/testing/desk.ts'
import { addRenewal } from '#server/selling/renewals/testing/add-renewal.ts'
import { sent, type staffThings, unique } from './staff-things.ts'

export function staffSales({ db, app }: TestShop, things: ReturnType<typeof staffThings>) {
  /** A product whose price was raised after a customer subscribed to renewals. */
  const repriced = async () => {
    const product_id = await things.product()
    await addRenewal(db, { user_id: await things.customer(), product_id, price_cents: 500 })
    await db
      .updateTable('products')
      .set({ price_cents: 700 })
      .where('id', '=', product_id)
      .execute()
    return product_id
  }

  /** A crypto order that exists at the provider. */
  async function placed(): Promise<string> {
    const buyer = await signIn(app)
    const item = { id: await things.product(), term_length: 1 }
    const body = { type: 'crypto', currency: 'btc', items: [item] }
    const response = await app.inject({
      method: 'POST',
      url: '/api/payment/',
      ...sent({ path: '', payload: body }, buyer.cookie),
    })
    return response.json().order_id
  }

  /** An order paid by card that does not exist at the provider. */
  async function paid() {
    const order = await db
      .insertInto('orders')
      .values({
        user_id: await things.customer(),
        type: 'card',
        payment_status: 'finished',
        total_cents: 500,
        paid_at: sql`now()`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const item = await db
      .insertInto('order_items')
      .values({
        order_id: order.id,
        product_id: await things.product(),
        product_name: 'Game',
        months: 1,
        list_cents: 500,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const payment = {
      provider: 'stripe',
      provider_id: `cs_${unique()}`,
      provider_reference: `pi_${unique()}`,
      status: 'finished',
    } as const
    await db
      .insertInto('payments')
      .values({ ...payment, order_id: order.id, amount_cents: 500 })
      .execute()
    return { order: order.id, item: item.id }
  }

  /** A refund that was made in the provider's dashboard. */
  async function adopted() {
    const { order, item } = await paid()
    const switches = { take_time: true, give_code: true, stop_renewal: true, look_at: true }
    const refund = await db.transaction().execute(async (tx) => {
      const { id } = await tx
        .insertInto('refunds')
        .values({ order_id: order, amount_cents: 200, provider_id: `re_${unique()}`, ...switches })
        .returning('id')
        .executeTakeFirstOrThrow()
      const part = { refund_id: id, order_item_id: item, amount_cents: 200 }
      await tx.insertInto('refund_items').values(part).execute()
      return id
    })
    return { order, refund }
  }

  /** An order whose payment bought nothing. */
  async function toReview() {
    const { order } = await paid()
    const seen = new Date()
    await db
      .updateTable('orders')
      .set({ review: 'lifetime_owned', review_at: seen })
      .where('id', '=', order)
      .execute()
    return { order, seen }
  }

  /** A dispute that needs an answer. */
  async function disputed() {
    const { order } = await paid()
    const { id } = await db
      .insertInto('disputes')
      .values({
        order_id: order,
        provider_id: `du_${unique()}`,
        state: 'needs_response',
        reason: 'fraudulent',
        amount_cents: 500,
        due_at: sql<Date>`now() + interval '5 days'`,
        opened_at: sql<Date>`now()`,
        evidence: JSON.stringify({ product_description: 'A game' }),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  /** An order of five dollars that was paid in coins, at a dollar per twentieth of a coin. */
  const paidInCrypto = async (actually_paid = 0.25) => {
    const { order, item } = await paid()
    await db.updateTable('orders').set({ type: 'crypto' }).where('id', '=', order).execute()
    const coins = { pay_amount: 0.25, pay_currency: 'btc', pay_network: 'btc', actually_paid }
    const worth = { worth_cents: (actually_paid / coins.pay_amount) * 500 }
    await db
      .updateTable('payments')
      .set({ provider: 'nowpayments', ...coins, ...worth })
      .where('order_id', '=', order)
      .execute()
    return { order, item }
  }

  /** A payout of an overpayment, after these steps. */
  const payoutAt = async (...steps: ('given' | 'approved' | 'sent')[]) => {
    const { order } = await paidInCrypto(0.3)
    const { id } = await things.made(`/admin/orders/${order}/payouts/rest`, {})
    const told = { address: bitcoin, sent_at: new Date() }
    for (const status of steps)
      await db
        .updateTable('payouts')
        .set({ status, ...told })
        .where('id', '=', String(id))
        .execute()
    return id
  }
  /** A payout that a staff member has claimed to send. */
  const payoutInHandOf = async (claimed_by: number) => {
    const id = await payoutAt('given', 'approved')
    await db
      .updateTable('payouts')
      .set({ claimed_by, claimed_at: new Date() })
      .where('id', '=', String(id))
      .execute()
    return id
  }

  return {
    ...{ repriced, placed, paid, adopted, toReview, disputed },
    ...{ paidInCrypto, payoutAt, payoutInHandOf },
  }
}

/** A partial refund of an item. */
export const partOf = (item: number) => ({
  id: randomUUID(),
  items: [{ id: item, amount: 2 }],
  left: 5,
  reason: 'requested',
  take_time: true,
  give_code: false,
  stop_renewal: true,
})
