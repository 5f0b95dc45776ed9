import { type RawBuilder, sql } from 'kysely'

const column = (run: string, name: string) => sql.ref(`${run}.${name}`)
const sinceOf = (run: string) => sql`greatest(stills.since, ${column(run, 'created_at')})`

/** An incident that was over before any time was held does not freeze `run`. */
export const isFrozenByStill = (run: string) => sql<boolean>`(
  stills.product_id = ${column(run, 'product_id')} and stills.given_at is null
  and stills.held_at is not null and ${column(run, 'ends_at')} > ${sinceOf(run)})`

/** `run` is its name in the query. Null unless frozen. */
export const stillSince = (run: string) => sql<Date | null>`(
  select ${sinceOf(run)} from stills
   where ${isFrozenByStill(run)}
   order by stills.since desc limit 1)`

/** A frozen run has not expired, whatever the clock says, until its time is returned. */
export const standsStill = (run: string) => sql<boolean>`(${stillSince(run)} is not null)`

export const pausedAfter = (run: string, moment: RawBuilder<unknown>) => sql`coalesce((
  select sum(coalesce(pauses.ended_at, until) - greatest(pauses.since, ${moment})) from pauses
   where pauses.subscription_id = ${column(run, 'id')}
     and coalesce(pauses.ended_at, until) > ${moment}), interval '0')`

/** The clock stops while the run is frozen, and leaves out the time that a pause has added. */
export const clockOf = (run: string) => sql<Date>`(
  select standing.at + ${pausedAfter(run, sql`standing.at`)}
    from (select coalesce((
            select ${sinceOf(run)} from stills
             where stills.product_id = ${column(run, 'product_id')} and stills.ended_at is null),
            clock_timestamp()) as at) as standing)`

export const productStandsStill = (of: string) => sql<boolean>`exists (
  select from stills
   where stills.product_id = ${column(of, 'product_id')} and stills.given_at is null)`

/** The end of a customer's pause of a product. Null if it is not paused. */
export const pausedUntil = (
  user: RawBuilder<unknown>,
  product: RawBuilder<unknown>,
) => sql<Date | null>`(
  select until from pauses
   where pauses.user_id = ${user} and pauses.product_id = ${product}
     and pauses.ended_at is null and until > now())`

/** The same for a run or a renewal that the query names. */
export const pauseOf = (of: string) => pausedUntil(column(of, 'user_id'), column(of, 'product_id'))

/** Frozen by an incident, or paused. Nothing is charged then, and no grace days are given. */
export const rests = (of: string) => sql<boolean>`
  (${productStandsStill(of)} or ${pauseOf(of)} is not null)`
