import { sql } from 'kysely'
import { friendsPerReward } from '#contract/selling/referrals.ts'
import { lockCustomer } from '#server/access/subscriptions/ledger.ts'
import { daysToSeconds, monthsToSeconds } from '#server/access/subscriptions/time.ts'
import { takeUnused } from '#server/access/subscriptions/unused.ts'
import type { Tx } from '#server/kernel/database/database.ts'
import { record } from '#server/platform/events/record.ts'
import { friendsOf, isHoldOver } from './friends.ts'

/**
 * Another order of the friend that counts earns the month instead. The caller has locked the order.
 * The customer is locked before the referrer, whose account is older, which avoids deadlocks.
 */
export async function revokeReward(tx: Tx, order: { id: string; userId: number }) {
  const { referredBy } = await lockCustomer(tx, order.userId)
  if (referredBy === null) return
  // This waits for a concurrent redemption, which may have read the order before this change.
  await lockCustomer(tx, referredBy)
  const reward = await tx
    .selectFrom('referral_conversions')
    .innerJoin('referral_rewards as reward', 'reward.id', 'reward_id')
    .innerJoin('time_entries as entry', 'entry.id', 'reward.time_entry_id')
    .innerJoin('subscriptions', 'subscriptions.id', 'entry.subscription_id')
    .innerJoin('products', 'products.id', 'subscriptions.product_id')
    .select(['reward.id', 'entry.id as entryId', 'product_id', 'products.name as product'])
    .where('order_id', '=', order.id)
    .where('taken_back_at', 'is', null)
    .executeTakeFirst()
  if (!reward || (await replaceOrder(tx, order, referredBy))) return
  const taken = await takeUnused(tx, { entryId: reward.entryId, cause: 'reward_back' })
  const seconds = taken?.seconds ?? 0
  await tx
    .updateTable('referral_rewards')
    .set({ taken_back_at: sql`now()`, revoked_seconds: seconds })
    .where('id', '=', reward.id)
    .execute()
  await releaseFriends(tx, reward.id, order.userId, monthsToSeconds(1) - seconds)
  const { product_id, product } = reward
  await record(tx, 'reward.revoked', {
    userId: referredBy,
    data: { product_id, product, reward: reward.id, seconds },
  })
}

/** Lets another order of the friend earn the free month. Returns false if no other order counts. */
async function replaceOrder(
  tx: Tx,
  { userId }: { userId: number },
  referrerId: number,
): Promise<boolean> {
  const friend = await tx
    .selectFrom(friendsOf(referrerId))
    .select('order_id')
    .where('friend_id', '=', userId)
    .where('problem', 'is', null)
    .where(isHoldOver)
    .executeTakeFirst()
  if (!friend) return false
  await tx
    .updateTable('referral_conversions')
    .set({ order_id: friend.order_id! })
    .where('referred_id', '=', userId)
    .execute()
  return true
}

/** Each friend has earned a third. Friends whose thirds are unused count for the next month. */
async function releaseFriends(tx: Tx, rewardId: number, friendId: number, used: number) {
  const usedDays = Math.floor(used / daysToSeconds(1))
  const spent = Math.ceil((usedDays * daysToSeconds(friendsPerReward)) / monthsToSeconds(1))
  await tx
    .deleteFrom('referral_conversions')
    .where('reward_id', '=', rewardId)
    .where('referred_id', 'not in', (eb) =>
      eb
        .selectFrom('referral_conversions')
        .select('referred_id')
        .where('reward_id', '=', rewardId)
        .where('referred_id', '<>', friendId)
        .orderBy('counted_at')
        .orderBy('referred_id')
        .limit(spent),
    )
    .execute()
}
