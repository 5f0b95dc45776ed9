import { sql } from 'kysely'
import type { PaymentStatus } from '#contract/selling/orders.ts'
import type { CryptoName } from '#server/adapters/payments/crypto-provider.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { hasArrived } from './arrived-crypto.ts'
import type { LockedOrder } from './settle.ts'

type Left = { cents: number; coins: string }

export type Received = {
  provider: CryptoName
  currency: string
  network: string | null
  /** The coins that count towards the order, as a decimal. */
  counted: string
  total_cents: number
  coin_count: number
  payment_count: number
  /** Coins of one payment arrived at different exchange rates. */
  rates_differ: boolean
  /** The provider reports that the network has confirmed all coins. */
  confirmed: boolean
  /** An approved or sent payout returns coins of the underpaid order. */
  is_returned: boolean
  /**
   * All that was received, and the part above the order total. Excludes what payouts have reserved
   * or sent. The cents are those of all coins, the coins those of the largest payment.
   */
  left: { short: Left; over: Left }
}

/** NOWPayments does not say whether a failed payment's coins are confirmed, so staff must check. */
const failedThere = sql`(
  payment_status = 'failed' and status = 'failed' and payments.provider = 'nowpayments')`

/** In the largest payment's coin. Undefined while the sender could still spend it elsewhere. */
export async function readReceived(db: Database, orderId: string): Promise<Received | undefined> {
  const { rows } = await sql<Received>`
    with main as (
      select provider, pay_currency, pay_network
        from payments join orders on orders.id = order_id
       where order_id = ${orderId} and ${hasArrived} and (confirmed or ${failedThere})
       order by amount_cents desc, payments.id limit 1
    ), came as (
      select sum(actually_paid) filter (where payments.pay_currency = main.pay_currency) as coins,
             sum(worth_cents) as worth,
             count(distinct payments.pay_currency)::int as coin_count, count(*)::int as payment_count,
             coalesce(bool_or(rates_differ), false) as rates_differ,
             coalesce(bool_and(confirmed), false) as confirmed
        from payments join orders on orders.id = order_id, main
       where order_id = ${orderId} and ${hasArrived} and (${failedThere} or confirmed
           and (status in ('finished', 'partially_paid') or payment_status = 'failed'))
    ), spoken as (
      select coalesce(sum(coins) filter (where kind = 'short'), 0) as short_coins,
             coalesce(sum(amount_cents) filter (where kind = 'short'), 0)::int as short_cents,
             coalesce(bool_or(kind = 'short' and status in ('approved', 'sent', 'done')), false) as is_returned,
             coalesce(sum(coins) filter (where kind = 'over'), 0) as over_coins,
             coalesce(sum(amount_cents) filter (where kind = 'over'), 0)::int as over_cents
        from payouts where order_id = ${orderId} and status <> 'withdrawn'
    ), above as (
      select greatest(0, worth - short_cents - total_cents) as cents,
             coins * greatest(0, worth - short_cents - total_cents) / nullif(worth, 0) as coins
        from came, spoken, orders where orders.id = ${orderId}
    )
    select main.provider, pay_currency as currency, pay_network as network,
           (came.coins - above.coins - short_coins)::text as counted,
           total_cents, coin_count, payment_count, rates_differ, came.confirmed, is_returned, json_build_object(
             'short', json_build_object('coins', (came.coins - short_coins)::text,
                                        'cents', floor(round(worth, 6))::int - short_cents),
             'over', json_build_object('coins', trunc(above.coins - over_coins, 8)::text,
                                       'cents', floor(round(above.cents, 6))::int - over_cents)
           ) as left
      from main, came, above, spoken, orders
     where orders.id = ${orderId} and came.coins > 0`.execute(db)
  return rows[0]
}

type Rest = Left & { kind: 'short' | 'over' }

const unpaid: readonly PaymentStatus[] = ['partially_paid', 'expired', 'failed']

/** Coins that bought nothing and that no payout returns: all, if it was never paid in full. */
export function restOf(
  order: Pick<LockedOrder, 'status' | 'paidAt'>,
  { left }: Pick<Received, 'left'>,
): Rest | null {
  const isRefunded = order.status === 'refunded'
  const isShort = unpaid.includes(order.status) || (isRefunded && order.paidAt === null)
  const bought = order.status === 'finished' || isRefunded
  const kind = isShort ? 'short' : bought ? 'over' : null
  return kind && left[kind].cents > 0 ? { kind, ...left[kind] } : null
}
