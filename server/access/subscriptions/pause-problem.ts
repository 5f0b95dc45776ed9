import { sql } from 'kysely'
import type { pauseRefusals } from '#contract/access/subscriptions.ts'
import { lifetimeSeconds } from '#contract/wire/terms.ts'
import { disputedTime } from './disputed.ts'
import { pauseOf, productStandsStill } from './still.ts'

type Problem = keyof typeof pauseRefusals

/** Shorter times cannot be paused, because a charge may be about to start. */
const shortest = sql`interval '5 minutes'`

const ref = (run: string, column: string) => sql.ref(`${run}.${column}`)

/** Whether the run was paused since its last purchase. Each purchase starts another term. */
const isPauseUsed = (run: string) => sql<boolean>`exists (
  select from time_entries as entry
   where entry.subscription_id = ${ref(run, 'id')} and entry.cause = 'pause' and not exists (
     select from time_entries as bought
      where bought.subscription_id = ${ref(run, 'id')} and bought.cause = 'purchase'
        and bought.id > entry.id))`

const isUnpaid = (run: string) => sql<boolean>`(
  exists (
    select from renewals
     where renewals.user_id = ${ref(run, 'user_id')}
       and renewals.product_id = ${ref(run, 'product_id')}
       and state in ('charging', 'retrying', 'needs_action'))
  or grace_owed(${ref(run, 'user_id')}, ${ref(run, 'product_id')}) > 0)`

/**
 * Why `run` (its name in the query, which must join `settings`) cannot be paused now, or null. A
 * run can be paused once per term, which is the time of one purchase or charge.
 */
export const pauseProblem = (run: string) => sql<Problem | null>`case
  when settings.pause_days = 0 then 'pauses_off'
  when ${pauseOf(run)} is not null then 'already_paused'
  when ${productStandsStill(run)} then 'stands_still'
  when ${ref(run, 'ends_at')} <= clock_timestamp() then 'nothing_to_pause'
  when ${ref(run, 'term_length')} >= ${sql.lit(lifetimeSeconds)} then 'pause_lifetime'
  when clock_timestamp() <@ ${disputedTime(run)} then 'pause_disputed'
  when ${isUnpaid(run)} then 'pause_unpaid'
  when ${ref(run, 'ends_at')} <= clock_timestamp() + ${shortest} then 'pause_nearly_over'
  when ${isPauseUsed(run)} then 'pause_used'
  end`
