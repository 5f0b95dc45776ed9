import { type RawBuilder, sql } from 'kysely'
import { coinName } from '#contract/wire/coins.ts'
import type { Database } from '#server/kernel/database/database.ts'
import type { Sender } from '#server/platform/mail/frame.ts'
import { queueMail, type Resend } from '#server/platform/mail/mail.ts'
import { orderShortMail, type ShortPayment, writeShortPaymentMail } from './mail-texts.ts'
import { holdsRateOf } from './rate-held.ts'

type Row = Omit<ShortPayment, 'missing'> & {
  userId: number
  email: string
  missingCoins: string | null
  coin: string
}

/** Once for each amount that has arrived. Does nothing if the order no longer waits. */
export async function tellShortPayment(
  db: Database,
  sender: Sender,
  orderId: string,
  again?: Resend,
): Promise<number | undefined> {
  const order = await readShort(db, orderId)
  if (!order) return undefined
  const mail = {
    ...writeShortPaymentMail(sender, order),
    to: order.email,
    userId: order.userId,
    template: orderShortMail,
    about: { order: orderId },
    once: `order-short ${orderId} ${order.missingCents}`,
  } as const
  return queueMail(db, mail, again)
}

/** In cents, and in coins at the order's rate or null after it ended. No row if fully paid. */
export const missingOf = (orderId: RawBuilder<unknown>) => sql`(
  select pay_currency, pay_address, pay_extra_id, pay_network, arrived_coins,
         ceil(cents)::integer as missing_cents,
         case when holds_rate then trim_scale(ceil(round(pay_amount * cents / amount_cents, 12) * 10::numeric ^ places)
           / 10::numeric ^ places) end as missing_coins
    from (select asked.*, ${holdsRateOf('of_order')} as holds_rate, of_order.total_cents - coalesce((
                   select sum(worth_cents) from payments
                    where order_id = of_order.id and status in ('finished', 'partially_paid')), 0) as cents,
                 (select sum(actually_paid) from payments
                   where order_id = of_order.id and review is null
                     and pay_currency = asked.pay_currency) as arrived_coins,
                 greatest(scale(pay_amount), scale(coalesce(actually_paid, 0)), 2) as places
            from orders as of_order, lateral (
              select * from payments
               where order_id = of_order.id and parent_id is null and pay_amount > 0
               order by amount_cents desc, id limit 1) as asked
           where of_order.id = ${orderId}) as short
   where cents > 0)`

async function readShort(db: Database, orderId: string): Promise<(Row & ShortPayment) | undefined> {
  const { rows } = await sql<Row>`
    select orders.id, username, email, user_id as "userId", total_cents as "totalCents",
           missing_cents as "missingCents", missing_coins::text as "missingCoins",
           pay_currency as coin, pay_address as address, pay_extra_id as memo, pay_network as network,
           repriced_at is not null as repriced
      from orders join users on users.id = user_id,
           lateral ${missingOf(sql`orders.id`)} as missing
     where orders.id = ${orderId} and payment_status = 'partially_paid'
       and deleted_at is null and pay_address is not null`.execute(db)
  const [short] = rows
  if (!short) return undefined
  const { missingCoins, coin } = short
  return { ...short, missing: missingCoins && `${missingCoins} ${coinName(coin)}` }
}
