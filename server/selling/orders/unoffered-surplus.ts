import { sql } from 'kysely'
import { hasArrived } from './arrived-crypto.ts'

type Surplus = { cents: number; coins: number; currency: string }

/** Over finished `orders`: null if some was offered. Offers have a minimum (payouts/over.ts). */
export const unofferedSurplus = sql<Surplus | null>`(
  select json_build_object('cents', floor(round(worth - total_cents, 6))::int,
                           'coins', trunc(coins * (worth - total_cents) / worth, 8),
                           'currency', currency)
    from (select sum(worth_cents) as worth, sum(actually_paid) as coins,
                 min(pay_currency) as currency, count(distinct pay_currency) as coin_count
            from payments
           where order_id = orders.id and ${hasArrived} and confirmed
             and status in ('finished', 'partially_paid')) as received
   where payment_status = 'finished' and type = 'crypto' and coin_count = 1
     and floor(round(worth - total_cents, 6)) > 0
     and not exists (select from payouts where order_id = orders.id and kind = 'over'))`
