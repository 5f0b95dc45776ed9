import { sql } from 'kysely'

/** Over `orders`: arriving coins count at its rate, until canceled or a day after its window. */
export const holdsRate = holdsRateOf('orders')

export function holdsRateOf(orders: string) {
  const column = (name: string) => sql.ref(`${orders}.${name}`)
  return sql<boolean>`(
    ${column('canceled_at')} is null and ${column('expires_at')} >= now() - interval '24 hours')`
}

/** Over `orders`: a provider has seen money for the order, also if it never arrived. */
export const moneyWasSeen = sql<boolean>`exists (
  select from payments where order_id = orders.id and greatest(seen_coins, actually_paid) > 0)`

/** Over `orders`: false if the payment failed after money was seen, because it may still arrive. */
export const canCancel = sql<boolean>`(orders.type = 'crypto' and (
  orders.payment_status = 'waiting'
  or ${holdsRate} and (orders.payment_status = 'expired'
    or orders.payment_status = 'failed' and not ${moneyWasSeen}
      and exists (select from payments where order_id = orders.id))))`
