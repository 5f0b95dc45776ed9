import { sql } from 'kysely'
import type { Tx } from '#server/kernel/database/database.ts'
import type { RetentionRule } from '#server/kernel/database/retention.ts'

const scrubbed = '{}'

export const paymentRetention: readonly RetentionRule[] = [
  {
    // Enough to investigate a problem after a weekend. The payload has names and addresses.
    what: 'Content of processed provider notifications',
    table: 'payment_events',
    since: 'worked_at',
    keeps: '3 days',
    where: sql`payload <> ${scrubbed}`,
    set: sql`payload = ${scrubbed}`,
  },
  {
    // The reconciliation with Stripe goes back 29 days, and must know the events that it finds.
    what: 'Records of provider notifications',
    table: 'payment_events',
    since: 'received_at',
    keeps: '30 days',
  },
]

/** Empties the payload of a user's provider events. Events that are still pending stay. */
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
