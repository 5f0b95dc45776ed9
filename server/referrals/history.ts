import { sql } from 'kysely'
import type { Database } from '#server/kernel/database.ts'
import { shownName } from '#server/users/shown-name.ts'

const most = 200

/**
 * Who signed up with a customer's code, newest first, and whether they count. Only those who have
 * verified their address: others may never have meant to.
 */
export function listReferred(db: Database, referrerId: number) {
  return db
    .selectFrom('users')
    .leftJoin('referral_conversions as counted', (join) =>
      join.onRef('referred_id', '=', 'users.id').on('reversed_at', 'is', null),
    )
    .select([
      shownName().as('username'),
      'created_at',
      sql<boolean>`counted.referred_id is not null`.as('purchased'),
    ])
    .where('referred_by', '=', referrerId)
    .where('verified_at', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('users.id', 'desc')
    .limit(most)
    .execute()
}
