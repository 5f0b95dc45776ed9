import { sql } from 'kysely'

/**
 * Over `payouts`: whether no address was given in time. Excludes payouts that staff withdrew or
 * that were withdrawn before they expired, and payouts of orders whose missing part arrived.
 */
export const ranOut = sql<boolean>`(
  payouts.status in ('offered', 'withdrawn') and payouts.given_at is null
  and payouts.withdrawn_by is null
  and not (payouts.kind = 'short' and exists (
    select from orders as paid where paid.id = payouts.order_id and paid.payment_status = 'finished'))
  and payouts.expires_at <= coalesce(payouts.withdrawn_at, now()))`
