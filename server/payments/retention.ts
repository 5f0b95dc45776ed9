import { sql } from 'kysely'
import type { Database, Tx } from '#server/kernel/database.ts'

/** Long enough to look into what went wrong over a weekend. */
const payloadDays = 3
/** An event that is known is not worked again; the daily look at the providers goes back 30 days. */
const eventDays = 35

const scrubbed = '{}'

/**
 * Deletes what providers told of payments, names and addresses among it, once it was worked and a few
 * days have passed; that it came is forgotten when nobody tells of it any more.
 */
export async function forgetOldPaymentEvents(db: Database) {
  await db
    .deleteFrom('payment_events')
    .where('received_at', '<', sql<Date>`now() - make_interval(days => ${eventDays})`)
    .execute()
  await db
    .updateTable('payment_events')
    .set({ payload: scrubbed })
    .where('worked_at', '<', sql<Date>`now() - make_interval(days => ${payloadDays})`)
    .where('payload', '<>', scrubbed)
    .execute()
}

/** The same at once for what was told of this user. What waits to be worked is needed for that. */
export async function forgetPaymentEventsOf(tx: Tx, userId: number) {
  await sql`
    with names as (
      select email as name from users where id = ${userId}
      union select payment_intent_id from renewal_charges
        join renewals on renewals.id = renewal_id where user_id = ${userId}
      union select unnest(array[provider_id, provider_reference])
        from payments join orders on orders.id = order_id where user_id = ${userId}
    )
    update payment_events set payload = ${scrubbed}
     where worked_at is not null and payload <> ${scrubbed}
       and exists (select from names
                    where name is not null
                      and position('"' || lower(name) || '"' in lower(payload::text)) > 0)`.execute(
    tx,
  )
}
