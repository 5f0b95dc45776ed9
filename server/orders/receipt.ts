import { sql } from 'kysely'
import type { Config } from '#server/kernel/config.ts'
import { type Database, transaction } from '#server/kernel/database.ts'
import { queueMail } from '#server/mail/mail.ts'
import { receiptMail } from './emails.ts'

const template = 'receipt'

/** Mails the receipt of an order that was paid, once however often it is asked for. */
export function sendReceipt(db: Database, config: Config, orderId: string) {
  return transaction(db, async (tx) => {
    // Held until the mail is written, so that two workers do not both find none.
    const order = await tx
      .selectFrom('orders')
      .innerJoin('users', 'users.id', 'user_id')
      .select(['user_id', 'username', 'email', 'total_cents', 'renews_at'])
      .where('orders.id', '=', orderId)
      .where('deleted_at', 'is', null)
      .forNoKeyUpdate('orders')
      .executeTakeFirst()
    if (!order) return
    const sent = await tx
      .selectFrom('mails')
      .select('id')
      .where('user_id', '=', order.user_id)
      .where('template', '=', template)
      .where(sql<boolean>`headers ->> 'X-Order' = ${orderId}`)
      .executeTakeFirst()
    if (sent) return
    const items = await tx
      .selectFrom('order_items')
      .select(['game_name as name', 'months', sql<number>`price_cents`.as('priceCents')])
      .where('order_id', '=', orderId)
      .orderBy('id')
      .execute()
    await queueMail(tx, {
      ...receiptMail(config, {
        id: orderId,
        username: order.username,
        items,
        totalCents: order.total_cents,
        renewsAt: order.renews_at,
      }),
      to: order.email,
      userId: order.user_id,
      template,
      headers: { 'X-Order': orderId },
    })
  })
}
