import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Database } from '#server/kernel/database.ts'
import type { Sender } from '#server/mail/frame.ts'
import { queueMail, type Resend } from '#server/mail/mail.ts'
import { itemPlan } from '#server/subscriptions/item-plan.ts'
import { renewalsOfOrder } from '#server/subscriptions/renewals-of-order.ts'
import { living } from '#server/users/living.ts'
import { receiptMail } from './mail-texts.ts'

/** Mails the receipt of an order that was paid, once however often it is asked for. */
export async function sendReceipt(db: Database, sender: Sender, orderId: string, again?: Resend) {
  const order = await db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['user_id', 'username', 'email', 'total_cents', 'paid_late'])
    .select(
      sql<Date | null>`(select min(due_at) from ${renewalsOfOrder(sql`orders.id`)} as renewing
        where state = 'on')`.as('renews_at'),
    )
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('order_items')
          .select([
            'product_name as name',
            itemPlan.as('plan'),
            sql<number>`price_cents`.as('priceCents'),
          ])
          .whereRef('order_id', '=', 'orders.id')
          .orderBy('id'),
      ).as('items'),
    )
    .where('orders.id', '=', orderId)
    .where(living)
    .executeTakeFirst()
  if (!order) return undefined
  const receipt = receiptMail(sender, {
    id: orderId,
    username: order.username,
    items: order.items,
    totalCents: order.total_cents,
    late: order.paid_late,
    renewsAt: order.renews_at,
  })
  const mail = {
    ...receipt,
    to: order.email,
    userId: order.user_id,
    template: 'receipt',
    about: { order: orderId },
    once: `receipt ${orderId}`,
  } as const
  return queueMail(db, mail, again)
}
