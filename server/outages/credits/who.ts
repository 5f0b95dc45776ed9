import { type RawBuilder, sql } from 'kysely'
import type { leftOutFor } from '#contract/outages/credits.ts'
import { isOfDisputed } from '#server/access/subscriptions/disputed.ts'
import { ownsLifetime } from '#server/access/subscriptions/lifetime.ts'

type Why = (typeof leftOutFor)[number]

/** A revoked run counts as expired at the start of its freeze, unless staff changed the dates. */
const takenFrom = sql<Date>`coalesce((
  select greatest(since, run.created_at) from stills join incidents on incidents.id = incident_id
   where stills.product_id = run.product_id and held_at <= taken.created_at
     and (stills.ended_at is null or stills.ended_at > taken.created_at)
     and (modules_changed_at is null or modules_changed_at <= taken.created_at)
   order by since limit 1), taken.created_at)`

/**
 * Whether a refund or a revocation took all the time left. Entries of a disputed payment do not
 * count: a dispute leaves out only the time of its payment. An entry is dated by the start of its
 * transaction, which may have waited for the customer's lock.
 */
const isTaken = sql<boolean>`exists (
  select from time_entries as taken
   where taken.subscription_id = run.id
     and taken.cause in ('refund', 'revocation', 'grant_back', 'reward_back') and not ${isOfDisputed('taken')}
     and run.ends_at <= ${takenFrom} + interval '1 minute')`

/** Null if `run` gets a credit. The query joins `users`. Evaluated at the preview and the grant. */
export const whyLeftOut: RawBuilder<Why | null> = sql<Why | null>`case
  when users.deleted_at is not null then 'deleted'
  when users.banned then 'banned'
  when ${ownsLifetime(sql.ref('run.user_id'), sql.ref('run.product_id'))} then 'lifetime'
  when ${isTaken} then 'taken'
  end`

/**
 * Whether disputed payments bought all the time that a run has left or, if the run is over, its
 * last second. The query names it `run`, and its disputed time `disputed.time`, in milliseconds.
 */
export const isRestDisputed = sql<boolean>`(
  tstzrange(least(now(), run.ends_at - interval '1 second'),
            run.ends_at - interval '1 millisecond') <@ disputed.time)`
