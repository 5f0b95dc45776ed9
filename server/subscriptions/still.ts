import { sql } from 'kysely'

const column = (run: string, name: string) => sql.ref(`${run}.${name}`)
const sinceOf = (run: string) => sql`greatest(stills.since, ${column(run, 'created_at')})`

/** Since when the time of a run stands still; null when it does not. The query names the run. */
export const stillSince = (run: string) => sql<Date | null>`(
  select ${sinceOf(run)} from stills
   where stills.product_id = ${column(run, 'product_id')} and stills.given_at is null
     and ${column(run, 'ends_at')} > ${sinceOf(run)}
   order by stills.since desc limit 1)`

/** Whether it does: then the run is not over, whatever the clock says, until that time is given. */
export const standsStill = (run: string) => sql<boolean>`(${stillSince(run)} is not null)`

/** The moment from which what is left of a run is counted: its clock stands while its time does. */
export const clockOf = (run: string) => sql<Date>`coalesce((
  select ${sinceOf(run)} from stills
   where stills.product_id = ${column(run, 'product_id')} and stills.ended_at is null),
  clock_timestamp())`

/** Whether anybody's time of a product stands still: nothing is charged, lent or announced of it. */
export const productStandsStill = (of: string) => sql<boolean>`exists (
  select from stills
   where stills.product_id = ${column(of, 'product_id')} and stills.given_at is null)`
