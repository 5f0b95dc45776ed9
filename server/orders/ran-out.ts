import { sql } from 'kysely'

/** Over `payouts`: nobody gave an address in time. What gave way or was withdrawn ended before. */
export const ranOut = sql<boolean>`(
  payouts.status in ('offered', 'withdrawn') and payouts.given_at is null
  and payouts.withdrawn_by is null
  and payouts.expires_at <= coalesce(payouts.withdrawn_at, now()))`
