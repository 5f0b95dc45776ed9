import { sql } from 'kysely'
import type { CryptoName } from '#server/adapters/payments/payments.ts'
import type { Database } from '#server/kernel/database.ts'

export type Received = {
  provider: CryptoName
  currency: string
  network: string | null
  /** All that came of the order in this coin, and what of it is above the order's total; decimals. */
  coins: string
  counted: string
  surplus: string
  /** What that was worth at the rate of the order, rounded down. */
  cents: number
  surplus_cents: number
  total_cents: number
}

/**
 * What came in crypto for an order, in the coin of its largest payment, whose rate holds. Undefined
 * when nothing came.
 */
export async function readReceived(db: Database, orderId: string): Promise<Received | undefined> {
  const { rows } = await sql<Received>`
    with main as (
      select provider, pay_currency, pay_network, pay_amount / amount_cents as rate
        from payments
       where order_id = ${orderId} and provider <> 'stripe' and actually_paid > 0 and pay_amount > 0
       order by amount_cents desc, id limit 1
    ), came as (
      select sum(actually_paid) as coins
        from payments join main on main.pay_currency = payments.pay_currency
       where order_id = ${orderId} and payments.provider <> 'stripe'
         and status in ('finished', 'partially_paid')
    )
    select main.provider, pay_currency as currency, pay_network as network,
           coins::text as coins, least(coins, rate * total_cents)::text as counted,
           trunc(greatest(0, coins - rate * total_cents), 8)::text as surplus,
           floor(round(coins / rate, 6))::int as cents,
           floor(round(greatest(0, coins / rate - total_cents), 6))::int as surplus_cents,
           total_cents
      from main, came, orders
     where orders.id = ${orderId} and coins > 0`.execute(db)
  return rows[0]
}
