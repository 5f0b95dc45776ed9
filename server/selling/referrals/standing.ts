import { sql } from 'kysely'
import type { Database } from '#server/kernel/database/database.ts'

type Referral = {
  /** The referrer; null if nobody referred the customer. */
  username: string | null
  /** Whether the customer counts for the referrer, now or after the hold. */
  counts: boolean
  /** Seconds of the referrer's free months that were revoked so far. */
  revoked: number
}

export async function getReferral(db: Database, userId: number): Promise<Referral> {
  const { rows } = await sql<Referral>`
    select referrer.username, coalesce(friend.problem is null, false) as counts,
           (select coalesce(sum(revoked_seconds), 0)::bigint from referral_rewards
             where user_id = referrer.id) as revoked
      from users as customer
      left join users as referrer on referrer.id = customer.referred_by
      left join referred_friends(referrer.id) as friend on friend.friend_id = customer.id
     where customer.id = ${userId}`.execute(db)
  return rows[0]!
}
