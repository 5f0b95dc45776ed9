import { sql } from 'kysely'
import type { Database } from '#server/kernel/database/database.ts'
import { giveStillBack } from '#server/outages/credits/give-still.ts'

/** Freezes and releases the time of a product, as an incident does. */
export function standStill(
  db: Database,
  { productId, staff }: { productId: number; staff: number },
) {
  let still: number | null = null
  return {
    async begin() {
      if (still !== null) return
      const { rows } = await sql<{ id: number }>`
        with incident as (
          insert into incidents (title, status, state, starts_at, created_by)
          values ('Down', 'operational', 'open', clock_timestamp(), ${staff}) returning id
        )
        insert into stills (product_id, incident_id, since, held_at)
        select ${productId}, id, clock_timestamp(), clock_timestamp() from incident
        returning id`.execute(db)
      still = rows[0]!.id
    },
    /** Does the same as `passTime` for the incident. */
    async pass(days: number) {
      const back = sql`make_interval(secs => ${days * 86_400})`
      await sql`update stills set since = since - ${back}, held_at = held_at - ${back}
                 where product_id = ${productId} and ended_at is null`.execute(db)
    },
    async end() {
      if (still === null) return
      await sql`update stills set ended_at = clock_timestamp(), counts_until = clock_timestamp()
                 where id = ${still}`.execute(db)
      await giveStillBack(db, still)
      still = null
    },
  }
}
