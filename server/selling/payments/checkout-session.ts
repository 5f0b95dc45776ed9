import * as z from 'zod'
import { orderRefusals } from '#contract/selling/orders.ts'
import type { CardProvider } from '#server/adapters/payments/card-provider.ts'
import { ProviderDown, ProviderRefused } from '#server/adapters/payments/payments.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { settleSession } from './settle-card.ts'

const unpaid: string[] = ['waiting', 'confirming', 'partially_paid', 'expired', 'failed']

/** `sessionId` is the order's id if there was nothing to pay. Throws `unknown_order`. */
export async function getCheckoutSession(
  db: Database,
  card: CardProvider | null,
  userId: number,
  sessionId: string,
) {
  const order = await findOrder(db, userId, sessionId)
  const open = order?.type === 'card' && unpaid.includes(order.payment_status)
  const asked = !open || (await isAnswered(db, card, sessionId))
  const settled = order && (await findOrder(db, userId, sessionId))
  if (!settled) throw new Refusal(orderRefusals.unknown_order)
  const known = asked || !unpaid.includes(settled.payment_status)
  return { order_id: settled.id, payment_status: settled.payment_status, asked: known }
}

async function isAnswered(db: Database, card: CardProvider | null, sessionId: string) {
  if (!card) return false
  try {
    await settleSession(db, card, sessionId)
    return true
  } catch (error) {
    // A session that the provider does not know was not paid there.
    if (error instanceof ProviderRefused) return true
    if (error instanceof ProviderDown) return false
    throw error
  }
}

async function findOrder(db: Database, userId: number, sessionId: string) {
  const orders = db
    .selectFrom('orders')
    .select(['orders.id', 'orders.type', 'orders.payment_status'])
    .where('user_id', '=', userId)
  if (z.uuid().safeParse(sessionId).success)
    return orders.where('orders.id', '=', sessionId).where('type', '=', 'free').executeTakeFirst()
  return orders
    .innerJoin('payments', 'payments.order_id', 'orders.id')
    .where('provider', '=', 'stripe')
    .where('provider_id', '=', sessionId)
    .executeTakeFirst()
}
