import type { Database } from '#server/kernel/database/database.ts'
import type { Sender } from '#server/platform/mail/frame.ts'
import { queueMail, type Resend } from '#server/platform/mail/mail.ts'
import { living } from '#server/platform/users/living.ts'
import { unexpectedPaymentMail } from './mail-texts.ts'
import { coinsText } from './part-of-coins.ts'

/**
 * Mails a customer that unexpected coins arrived for their order, once per payment. Does nothing if
 * the payment no longer needs a review.
 */
export async function tellUnexpectedPayment(
  db: Database,
  sender: Sender,
  providerId: string,
  again?: Resend,
) {
  const payment = await db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'order_id')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['order_id', 'user_id', 'username', 'email', 'actually_paid', 'pay_currency'])
    .where('provider_id', '=', providerId)
    .where('provider', '<>', 'stripe')
    .where('review', 'is not', null)
    .where(living)
    .executeTakeFirst()
  if (!payment) return undefined
  const { order_id: id, username, actually_paid, pay_currency } = payment
  const coins = actually_paid && pay_currency ? coinsText(actually_paid, pay_currency) : 'A payment'
  const mail = {
    ...unexpectedPaymentMail(sender, { id, username, coins }),
    to: payment.email,
    userId: payment.user_id,
    template: 'order-unexpected',
    about: { payment: providerId },
    once: `order-unexpected ${providerId}`,
  } as const
  return queueMail(db, mail, again)
}
