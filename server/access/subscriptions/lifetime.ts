import { type RawBuilder, sql } from 'kysely'
import { lifetimeSeconds } from '#contract/wire/terms.ts'

export const ownsLifetime = (userId: RawBuilder<unknown>, productId: RawBuilder<unknown>) =>
  sql<boolean>`exists (
    select from subscriptions as life
     where life.user_id = ${userId} and life.product_id = ${productId}
       and life.ends_at > now() and life.term_length >= ${sql.lit(lifetimeSeconds)})`
