import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/kernel/database/database.ts'

/** Lets days pass for one customer by moving all of their timestamps back. */
export async function passTime(db: Database, userId: number, days: number) {
  const back = sql`make_interval(secs => ${days * 86_400})`
  await sql`
    update renewal_charges set created_at = renewal_charges.created_at - ${back}
      from renewals where renewals.id = renewal_id and user_id = ${userId}`.execute(db)
  await sql`
    update renewals set due_at = due_at - ${back}, failed_at = failed_at - ${back},
           gives_up_at = gives_up_at - ${back}, announced_for = announced_for - ${back}
     where user_id = ${userId}`.execute(db)
  await sql`
    update renewal_prices set applies_from = applies_from - ${back}
      from renewals where renewals.id = renewal_id and user_id = ${userId}`.execute(db)
  await sql`
    update pauses set since = since - ${back}, until = until - ${back}, ended_at = ended_at - ${back}
     where user_id = ${userId}`.execute(db)
  await sql`
    update subscriptions set created_at = created_at - ${back}, ends_at = ends_at - ${back}
     where user_id = ${userId}`.execute(db)
  await moveCredited(db, userId, back)
}

/** In two steps, because an incident's credited ranges must never overlap. */
async function moveCredited(db: Database, userId: number, back: RawBuilder<unknown>) {
  const age = sql`interval '1000 years'`
  for (const by of [sql`${back} + ${age}`, sql`-${age}`]) {
    await sql`
      update credit_ranges
         set during = tstzrange(lower(during) - (${by}), upper(during) - (${by}))
        from subscriptions as run
       where run.id = subscription_id and user_id = ${userId}`.execute(db)
  }
}
