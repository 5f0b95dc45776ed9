import { sql } from 'kysely'

type ReferredFriend = {
  friend_id: number
  /** The first paid order that counts, else the first paid order; null if there is none. */
  order_id: string | null
  paid_cents: number | null
  counts_at: Date | null
  /** Why the friend does not count; null if the friend counts from `counts_at` on. */
  problem: 'no_order' | 'too_short' | 'too_small' | 'reversed' | 'same_person' | 'deleted' | null
  /** The redeemed free month that the friend has earned; null if there is none. */
  reward_id: number | null
}

/** `referred_friends` has all rules: first paid order of a month, minimum, hold, one per person. */
export const friendsOf = (referrerId: number) =>
  sql<ReferredFriend>`referred_friends(${referrerId}::bigint)`.as<'friend'>('friend')

export const isHoldOver = sql<boolean>`friend.counts_at <= now()`

/** Whether a friend counts, now or after the hold, and has not earned a redeemed free month. */
export const isUnspent = sql<boolean>`friend.problem is null and friend.reward_id is null`
