import { sql } from 'kysely'
import type { FriendState } from '#contract/selling/referrals.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { shownName } from '#server/platform/users/shown-name.ts'
import { friendsOf, isHoldOver } from './friends.ts'

const most = 200

const state = sql<FriendState>`case
  when friend.reward_id is not null then 'rewarded'
  when friend.problem is not null then friend.problem
  when ${isHoldOver} then 'counted' else 'pending' end`

/** Newest first. Unverified accounts are left out: their owners may never have meant to sign up. */
export function listReferred(db: Database, referrerId: number) {
  return db
    .selectFrom(friendsOf(referrerId))
    .innerJoin('users', 'users.id', 'friend.friend_id')
    .select([shownName().as('username'), 'created_at', state.as('state')])
    .select(
      sql<Date | null>`case when ${state} = 'pending' then friend.counts_at end`.as('counts_at'),
    )
    .where(({ or, eb }) =>
      or([eb('verified_at', 'is not', null), eb('friend.order_id', 'is not', null)]),
    )
    .orderBy('created_at', 'desc')
    .orderBy('users.id', 'desc')
    .limit(most)
    .execute()
}
