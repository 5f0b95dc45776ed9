import { sql } from 'kysely'

/** Over `payouts`: no address was given in time, and neither staff nor a full payment ended it. */
export const ranOut = sql<boolean>`(
  payouts.status in ('offered', 'withdrawn') and payouts.given_at is null
  and payouts.withdrawn_by is null
  and not (payouts.kind = 'short' and exists (
    select from orders as paid where paid.id = payouts.order_id and paid.payment_status = 'finished'))
  and payouts.expires_at <= coalesce(payouts.withdrawn_at, now()))`
