import { sql } from 'kysely'
import type { Database } from '#server/kernel/database/database.ts'
import type { Sender } from '#server/platform/mail/frame.ts'
import { queueMail, type Resend } from '#server/platform/mail/mail.ts'
import { living } from '#server/platform/users/living.ts'
import { orderUnexpectedMail, writeUnexpectedPaymentMail } from './mail-texts.ts'
import { openReview } from './order-review.ts'
import { coinsText } from './part-of-coins.ts'

/** Once per payment and amount. Does nothing if staff no longer need to review the payment. */
export async function tellUnexpectedPayment(
  db: Database,
  sender: Sender,
  providerId: string,
  again?: Resend,
): Promise<number | undefined> {
  const payment = await db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'order_id')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['order_id', 'user_id', 'username', 'email', 'actually_paid', 'pay_currency'])
    .select(['payments.review', openReview.as('order_review')])
    .where('provider_id', '=', providerId)
    .where((eb) =>
      eb.or([eb('payments.review', 'is not', null), sql<boolean>`${openReview} is not null`]),
    )
    .where(living)
    .executeTakeFirst()
  if (!payment) return undefined
  const { order_id: id, username, actually_paid, pay_currency } = payment
  const reason = payment.review === null ? payment.order_review! : 'not_asked_for'
  const coins = actually_paid && pay_currency ? coinsText(actually_paid, pay_currency) : 'A payment'
  const mail = {
    ...writeUnexpectedPaymentMail(sender, { id, username, coins, reason }),
    to: payment.email,
    userId: payment.user_id,
    template: orderUnexpectedMail,
    about: { payment: providerId },
    // More coins can arrive with the same payment after the order was refunded.
    once: `order-unexpected ${providerId}${payment.review === null ? ` ${actually_paid}` : ''}`,
  } as const
  return queueMail(db, mail, again)
}
