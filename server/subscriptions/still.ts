import { type RawBuilder, sql } from 'kysely'

const column = (run: string, name: string) => sql.ref(`${run}.${name}`)
const sinceOf = (run: string) => sql`greatest(stills.since, ${column(run, 'created_at')})`

/**
 * Since when the time of a run stands still; null when it does not, as by an incident that was over before
 * anything was held for it. The query names the run.
 */
export const stillSince = (run: string) => sql<Date | null>`(
  select ${sinceOf(run)} from stills
   where stills.product_id = ${column(run, 'product_id')} and stills.given_at is null
     and stills.held_at is not null
     and ${column(run, 'ends_at')} > ${sinceOf(run)}
   order by stills.since desc limit 1)`

/** Whether it does: then the run is not over, whatever the clock says, until that time is given. */
export const standsStill = (run: string) => sql<boolean>`(${stillSince(run)} is not null)`

/**
 * The moment from which the rest of a run is counted. It stands while the run's time does, and
 * leaves out what a pause has added to the end: that is no time that is left.
 */
export const clockOf = (run: string) => sql<Date>`(
  select standing.at + coalesce((
           select sum(coalesce(pauses.ended_at, until) - greatest(pauses.since, standing.at)) from pauses
            where pauses.subscription_id = ${column(run, 'id')}
              and coalesce(pauses.ended_at, until) > standing.at), interval '0')
    from (select coalesce((
            select ${sinceOf(run)} from stills
             where stills.product_id = ${column(run, 'product_id')} and stills.ended_at is null),
            clock_timestamp()) as at) as standing)`

/** Whether anybody's time of a product stands still. */
export const productStandsStill = (of: string) => sql<boolean>`exists (
  select from stills
   where stills.product_id = ${column(of, 'product_id')} and stills.given_at is null)`

/** Until when somebody has paused their time of a product; null when they have not. */
export const pausedUntil = (
  user: RawBuilder<unknown>,
  product: RawBuilder<unknown>,
) => sql<Date | null>`(
  select until from pauses
   where pauses.user_id = ${user} and pauses.product_id = ${product}
     and pauses.ended_at is null and until > now())`

/** The same of what the query names: a run, a renewal. */
export const pauseOf = (of: string) => pausedUntil(column(of, 'user_id'), column(of, 'product_id'))

/** Whether somebody's time rests, by an incident or a pause: nothing is charged or lent of it. */
export const rests = (of: string) => sql<boolean>`
  (${productStandsStill(of)} or ${pauseOf(of)} is not null)`
