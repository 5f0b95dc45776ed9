import { sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { shortCardName } from '#contract/selling/card-brand.ts'
import { itemPlan } from '#server/access/subscriptions/item-plan.ts'
import type { Database } from '#server/kernel/database/database.ts'
import type { Sender } from '#server/platform/mail/frame.ts'
import { queueMail, type Resend } from '#server/platform/mail/mail.ts'
import { living } from '#server/platform/users/living.ts'
import { receiptMail, writeReceiptMail } from './mail-texts.ts'

/** Mails the receipt of a paid order, once however often this function is called. */
export async function sendReceipt(
  db: Database,
  sender: Sender,
  orderId: string,
  again?: Resend,
): Promise<number | undefined> {
  const order = await db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['user_id', 'username', 'email', 'total_cents', 'paid_late'])
    .select(sql<boolean>`renews_order_id is not null`.as('renewed'))
    .select((eb) =>
      jsonObjectFrom(
        eb
          .selectFrom('payments')
          .select(['card_brand as brand', 'card_last4 as last4'])
          .whereRef('order_id', '=', 'orders.id')
          .where('card_last4', 'is not', null)
          .$narrowType<{ last4: string }>()
          .orderBy('id', 'desc')
          .limit(sql.lit(1)),
      ).as('card'),
    )
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('order_items')
          .innerJoin('renewals', (join) =>
            join
              .onRef('renewals.product_id', '=', 'order_items.product_id')
              .onRef('renewals.user_id', '=', 'orders.user_id'),
          )
          .select([
            'product_name as product',
            sql<number>`renewal_price(renewals.id)`.as('cents'),
            // JSON would turn a date into a string.
            sql<number>`extract(epoch from due_at)`.as('at'),
          ])
          .whereRef('order_items.order_id', '=', 'orders.id')
          .where('state', '=', 'on')
          .where('due_at', 'is not', null)
          .orderBy('order_items.id'),
      ).as('renewals'),
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
  const receipt = writeReceiptMail(sender, {
    id: orderId,
    username: order.username,
    items: order.items,
    totalCents: order.total_cents,
    late: order.paid_late,
    renewed: order.renewed ? { card: order.card && shortCardName(order.card) } : null,
    renewals: order.renewals.map(({ at, ...charge }) => ({ ...charge, at: new Date(at * 1000) })),
  })
  const mail = {
    ...receipt,
    to: order.email,
    userId: order.user_id,
    template: receiptMail,
    about: { order: orderId },
    once: `receipt ${orderId}`,
  } as const
  return queueMail(db, mail, again)
}
