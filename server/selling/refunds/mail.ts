import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { shortCardName } from '#contract/selling/card-brand.ts'
import type { Database } from '#server/kernel/database/database.ts'
import type { Sender } from '#server/platform/mail/frame.ts'
import { queueMail, type Resend } from '#server/platform/mail/mail.ts'
import { living } from '#server/platform/users/living.ts'
import {
  refundFailedMail,
  refundMail,
  writeRefundFailedMail,
  writeRefundMail,
} from './mail-texts.ts'

/** Mails that the provider accepted a refund, and separately that it failed, each once. */
export async function mailRefund(
  db: Database,
  sender: Sender,
  id: string,
  again?: Resend,
): Promise<number | undefined> {
  const refund = await db
    .selectFrom('refunds')
    .innerJoin('orders', 'orders.id', 'order_id')
    .innerJoin('users', 'users.id', 'user_id')
    .leftJoin('payments', 'payments.id', 'payment_id')
    .select([
      'orders.id as order_id',
      'user_id',
      'username',
      'email',
      'refunds.amount_cents',
      'taken_at',
    ])
    .select(['refunds.status', 'payment_status', 'card_brand', 'card_last4'])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('refund_items')
          .innerJoin('order_items', 'order_items.id', 'order_item_id')
          .select(['product_name as name', 'refund_items.amount_cents as cents', 'seconds'])
          .whereRef('refund_id', '=', 'refunds.id')
          .orderBy('order_items.id'),
      ).as('items'),
    )
    // A renewal that the refund stopped ended in the same transaction, so the timestamps are equal.
    .select(
      sql<string[]>`array(select products.name
        from renewals join products on products.id = product_id
       where renewals.user_id = orders.user_id and ended_for = 'refunded'
         and ended_at = refunds.taken_at order by products.name)`.as('stopped'),
    )
    .select(
      sql<boolean>`exists (select from fraud_warnings where refund_id = refunds.id)`.as('warned'),
    )
    .where('refunds.id', '=', id)
    .where('taken_at', 'is not', null)
    .where(living)
    .where(sql<boolean>`orders.type = 'card'`)
    .executeTakeFirst()
  if (!refund) return undefined
  const failed = refund.status === 'failed' || refund.status === 'canceled'
  const write = failed ? writeRefundFailedMail : writeRefundMail
  const written = write(sender, {
    order: refund.order_id,
    username: refund.username,
    cents: refund.amount_cents,
    items: refund.items,
    card:
      refund.card_last4 && shortCardName({ brand: refund.card_brand, last4: refund.card_last4 }),
    whole: refund.payment_status === 'refunded',
    stopped: refund.stopped,
    warned: refund.warned,
  })
  const template = failed ? refundFailedMail : refundMail
  const mail = {
    ...written,
    to: refund.email,
    userId: refund.user_id,
    template,
    about: { refund: id, order: refund.order_id },
    once: `${template.name} ${id}`,
  }
  return queueMail(db, mail, again)
}
