import { sql } from 'kysely'
import { orderRefusals } from '#contract/orders.ts'
import { payments } from '#contract/payments.ts'
import type { CardPayment, CardProvider } from '#server/adapters/payments/payments.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { lockOrder, settleOrder } from '#server/orders/settle.ts'
import { offered, reached } from './providers.ts'
import { readRefunds } from './read-refunds.ts'
import { findOrderOf, updatePayment } from './records.ts'

/** Records what the provider says of a card payment and settles its order by it. */
export async function settleCardPayment(tx: Tx, orderId: string, payment: CardPayment) {
  await lockOrder(tx, orderId)
  await updatePayment(tx, {
    order_id: orderId,
    provider: 'stripe',
    provider_id: payment.id,
    provider_reference: payment.paymentIntentId,
    status: payment.status,
    amount_cents: payment.amountCents,
    card_brand: payment.card?.brand ?? null,
    card_last4: payment.card?.last4 ?? null,
  })
  if (payment.subscription) {
    const { id, renewsAt } = payment.subscription
    await tx
      .updateTable('orders')
      .set({
        stripe_subscription_id: id,
        autorenew: renewsAt !== null,
        // Of several orders of a subscription, the latest is the one that is to be renewed.
        renews_at: sql`case when exists (
          select from orders later
           where later.stripe_subscription_id = ${id} and later.created_at > orders.created_at
        ) then null else ${renewsAt}::timestamptz end`,
      })
      .where('id', '=', orderId)
      .execute()
  }
  await settleOrder(tx, orderId, payment.status)
}

/** Reads the invoice of a renewal: once paid, it becomes an order of its own, with its own time. */
export async function settleRenewal(db: Database, card: CardProvider, invoiceId: string) {
  const payment = await card.readRenewal(invoiceId)
  const settled = await transaction(db, async (tx) => {
    const orderId = (await findRenewal(tx, invoiceId)) ?? (await placeRenewal(tx, payment))
    if (orderId) await settleCardPayment(tx, orderId, payment)
    return orderId
  })
  if (settled) await readRefunds(db, card, settled, payment)
}

function findRenewal(tx: Tx, invoiceId: string) {
  return findOrderOf(tx, { provider: 'stripe', id: invoiceId, orderId: null })
}

/** The order of a renewal: the items of the one that began the subscription, at list prices. */
async function placeRenewal(tx: Tx, payment: CardPayment): Promise<string | undefined> {
  const { orderId, amountCents, status } = payment
  if (status === 'waiting' || status === 'failed') return undefined
  const first = await findOrderOf(tx, { provider: 'stripe', id: '', orderId })
  if (!first) return undefined
  await lockOrder(tx, first)
  // Another worker may have placed it before this one had the lock.
  const placed = await findRenewal(tx, payment.id)
  if (placed) return placed
  const { rows } = await sql<{ id: string }>`
    with done as (
      update orders set renews_at = null
       where stripe_subscription_id = ${payment.subscription?.id ?? null}
    ), placed as (
      insert into orders (user_id, type, total_cents, renews_order_id)
      select user_id, 'card', ${amountCents}, id from orders where id = ${first}
      returning id
    ), bought as (
      insert into order_items (order_id, product_id, product_name, months, plan, list_cents)
      select placed.id, product_id, product_name, months, plan, list_cents
        from order_items, placed where order_id = ${first}
    )
    select id from placed`.execute(tx)
  return rows[0]!.id
}

/** Takes over whether a subscription still renews. */
export async function followSubscription(db: Database, card: CardProvider, id: string) {
  const { renewsAt } = await card.readSubscription(id)
  await db
    .updateTable('orders')
    .set(renewsAt ? { autorenew: true } : { autorenew: false, renews_at: null })
    .where('stripe_subscription_id', '=', id)
    .execute()
}

/**
 * Stops the renewal of an order of this customer; the time that was paid for stays. Throws 404 for
 * an order that is not theirs and 409 for one that does not renew.
 */
export async function cancelRenewal(
  db: Database,
  card: CardProvider | null,
  userId: number,
  orderId: string,
) {
  const order = await db
    .selectFrom('orders')
    .select(['autorenew', 'stripe_subscription_id'])
    .where('id', '=', orderId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!order) throw new Refusal(orderRefusals.unknown_order)
  const { autorenew, stripe_subscription_id: subscription } = order
  if (!autorenew || !subscription) {
    throw new Refusal(payments.cancelSubscription.refusals.not_renewing)
  }
  await reached(offered(card).stopRenewal(subscription))
  await db
    .updateTable('orders')
    .set({ autorenew: false, renews_at: null })
    .where('stripe_subscription_id', '=', subscription)
    .execute()
  return { status: 'success', message: 'Subscription cancelled successfully' }
}
