import { sql } from 'kysely'

/**
 * Over `payouts`: nobody gave an address in time. What was withdrawn ended before, and of an order whose
 * rest came nothing is to go back.
 */
export const ranOut = sql<boolean>`(
  payouts.status in ('offered', 'withdrawn') and payouts.given_at is null
  and payouts.withdrawn_by is null
  and not (payouts.kind = 'short' and exists (
    select from orders as paid where paid.id = payouts.order_id and paid.payment_status = 'finished'))
  and payouts.expires_at <= coalesce(payouts.withdrawn_at, now()))`
