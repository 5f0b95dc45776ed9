import { friendsPerReward } from '#contract/referrals.ts'
import type { Database } from '#server/kernel/database.ts'

const most = 200

/**
 * A customer's free months and how far the next one is. What was redeemed stays theirs when an
 * order that counted goes back, so the way to the next is then longer.
 */
export async function getRewards(db: Database, userId: number) {
  const [{ friends }, { earned, available }, rewards] = await Promise.all([
    db
      .selectFrom('referral_conversions')
      .select(({ fn }) => fn.countAll<number>().as('friends'))
      .where('referrer_id', '=', userId)
      .where('reversed_at', 'is', null)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('referral_rewards')
      .select(({ fn }) => [
        fn.countAll<number>().as('earned'),
        fn.countAll<number>().filterWhere('redeemed_at', 'is', null).as('available'),
      ])
      .where('user_id', '=', userId)
      .where('taken_back_at', 'is', null)
      .executeTakeFirstOrThrow(),
    listRewards(db, userId),
  ])
  return {
    friends_purchased: friends,
    friends_missing: friendsPerReward * (earned + 1) - friends,
    available,
    rewards,
  }
}

function listRewards(db: Database, userId: number) {
  return db
    .selectFrom('referral_rewards as reward')
    .leftJoin('time_entries as entry', 'entry.id', 'reward.time_entry_id')
    .leftJoin('subscriptions', 'subscriptions.id', 'entry.subscription_id')
    .leftJoin('products', 'products.id', 'subscriptions.product_id')
    .select(['reward.id', 'reward.created_at', 'redeemed_at'])
    .select(['products.id as product_id', 'products.name as product_name'])
    .where('reward.user_id', '=', userId)
    .where('taken_back_at', 'is', null)
    .orderBy('reward.id', 'desc')
    .limit(most)
    .execute()
}
