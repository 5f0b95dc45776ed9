import { sql } from 'kysely'

type ReferredFriend = {
  friend_id: number
  /** The first paid order that counts, else the first paid one; null without any. */
  order_id: string | null
  paid_cents: number | null
  counts_at: Date | null
  /** Why the friend does not count; null when they do from `counts_at` on. */
  problem: 'no_order' | 'too_short' | 'too_small' | 'reversed' | 'same_person' | 'deleted' | null
  /** The redeemed free month that the friend has earned. */
  reward_id: number | null
}

/**
 * The friends of a referrer, and whether they count. The function in the database has all the rules:
 * the first paid order of at least a month, the minimum, the hold, and one count per person.
 */
export const friendsOf = (referrerId: number) =>
  sql<ReferredFriend>`referred_friends(${referrerId}::bigint)`.as<'friend'>('friend')

/** The hold is over, or nothing was held. */
export const isHoldOver = sql<boolean>`friend.counts_at <= now()`

/** A friend who counts, or will after the hold, and has not earned a redeemed free month. */
export const isUnspent = sql<boolean>`friend.problem is null and friend.reward_id is null`
