import { type RawBuilder, sql } from 'kysely'

const column = (run: string, name: string) => sql.ref(`${run}.${name}`)

/** A refund also revokes used time, so the ledger's sum can lie before the end of access. */
export const accessEnd = (run: string) => sql<Date>`greatest(${column(run, 'ends_at')}, (
  select max(${endAfterRevocation(run)})
    from (select seconds, created_at, sum(seconds) over (order by id) as total
            from time_entries where subscription_id = ${column(run, 'id')}) as entry
   where seconds < 0))`

/** The same after one entry that revokes time. `entry` has the sum of the ledger as `total`. */
export const endAfterRevocation = (run: string): RawBuilder<Date> => sql`
  least(entry.created_at,
        ${column(run, 'created_at')} + make_interval(secs => entry.total - entry.seconds))`
