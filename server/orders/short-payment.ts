import { sql } from 'kysely'
import { coinName } from '#contract/coins.ts'
import type { Database } from '#server/kernel/database.ts'
import type { Sender } from '#server/mail/frame.ts'
import { queueMail, type Resend } from '#server/mail/mail.ts'
import { type ShortPayment, shortPaymentMail } from './mail-texts.ts'

type Row = Omit<ShortPayment, 'missing'> & {
  userId: number
  email: string
  missingCoins: string
  coin: string
}

/**
 * Mails what is missing of a crypto order and how to complete it, once for each sum that has come
 * in. Does nothing when the order is not waiting for the rest any more.
 */
export async function tellShortPayment(
  db: Database,
  sender: Sender,
  orderId: string,
  again?: Resend,
) {
  const order = await readShort(db, orderId)
  if (!order) return undefined
  const mail = {
    ...shortPaymentMail(sender, order),
    to: order.email,
    userId: order.userId,
    template: 'order-short',
    about: { order: orderId },
    once: `order-short ${orderId} ${order.missingCents}`,
  } as const
  return queueMail(db, mail, again)
}

/** What is missing is worth as much as the order began with: the largest payment's rate holds. */
async function readShort(db: Database, orderId: string): Promise<(Row & ShortPayment) | undefined> {
  const { rows } = await sql<Row>`
    with parts as (
      select *, amount_cents * actually_paid / nullif(pay_amount, 0) as worth
        from payments
       where order_id = ${orderId} and status in ('finished', 'partially_paid')
    ), asked as (
      select * from payments
       where order_id = ${orderId} and pay_amount > 0
       order by amount_cents desc, id limit 1
    ), short as (
      select total_cents - (select coalesce(sum(worth), 0) from parts) as cents
        from orders where id = ${orderId}
    ), coins as (
      select pay_amount * cents / amount_cents as amount,
             greatest(scale(pay_amount), scale(coalesce(actually_paid, 0)), 2) as places
        from asked, short
    )
    select orders.id, username, email, user_id as "userId", total_cents as "totalCents",
           ceil(cents)::integer as "missingCents",
           trim_scale(ceil(round(coins.amount, 12) * 10::numeric ^ places) / 10::numeric ^ places)::text
             as "missingCoins", pay_currency as coin,
           pay_address as address, pay_extra_id as memo, pay_network as network
      from orders join users on users.id = user_id, asked, short, coins
     where orders.id = ${orderId} and payment_status = 'partially_paid'
       and deleted_at is null and cents > 0 and pay_address is not null`.execute(db)
  const [short] = rows
  return short && { ...short, missing: `${short.missingCoins} ${coinName(short.coin)}` }
}
