import { sql } from 'kysely'
import type { Database } from '#server/kernel/database.ts'
import { browserDays } from './browsers.ts'

/**
 * Removes what has run out: sessions, known browsers, links, captchas, attempts, throttles, counts of
 * requests and held names.
 */
export async function cleanUp(db: Database) {
  const now = sql<Date>`now()`
  await db.deleteFrom('sessions').where('expires_at', '<', now).execute()
  await db.deleteFrom('spent_captchas').where('expires_at', '<', now).execute()
  await db.deleteFrom('request_counts').where('ends_at', '<', now).execute()
  await db
    .deleteFrom('throttles')
    .where('ends_at', '<', now)
    // Until then the next one is longer.
    .where('began_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute()
  await db.deleteFrom('held_signups').where('expires_at', '<', now).execute()
  await db
    .deleteFrom('login_failures')
    .where('failed_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute()
  await db
    .deleteFrom('known_browsers')
    .where('last_seen_at', '<', sql<Date>`now() - make_interval(days => ${browserDays})`)
    .execute()
  // A used verification link may be clicked again: it says so for a month.
  await db
    .deleteFrom('mailed_tokens')
    .where('expires_at', '<', sql<Date>`now() - interval '30 days'`)
    .execute()
}
