import { sql } from 'kysely'
import { friendsPerReward } from '#contract/selling/referrals.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { friendsOf, isHoldOver, isUnspent } from './friends.ts'

const most = 200

export async function getRewards(db: Database, userId: number) {
  const [rules, earners, { pending, next }, redeemed, rewards] = await Promise.all([
    getRules(db),
    listEarners(db, userId),
    db
      .selectFrom(friendsOf(userId))
      .select(({ fn }) => [fn.countAll<number>().as('pending'), fn.min('counts_at').as('next')])
      .where(isUnspent)
      .where(sql<boolean>`not ${isHoldOver}`)
      .executeTakeFirstOrThrow(),
    countRedeemed(db, userId),
    listRewards(db, userId),
  ])
  const available = Math.floor(earners.length / friendsPerReward)
  return {
    friends_counted: earners.length,
    friends_missing: friendsPerReward - (earners.length % friendsPerReward),
    friends_pending: pending,
    next_counts_at: next,
    hold_days: rules.referral_hold_days,
    minimum: rules.referral_minimum_dollars * 100 || null,
    available,
    price_limit: rules.referral_price_limit && available > 0 ? priceLimitOf(earners) : null,
    redeemed,
    rewards,
  }
}

export function getRules(db: Database) {
  return db
    .selectFrom('settings')
    .select(['referral_hold_days', 'referral_minimum_dollars', 'referral_price_limit'])
    .executeTakeFirstOrThrow()
}

/** Friends who count and have earned no redeemed month, in the order in which they earn one. */
export function listEarners(db: Database, userId: number) {
  return db
    .selectFrom(friendsOf(userId))
    .select(['friend_id', 'order_id', 'paid_cents'])
    .$narrowType<{ order_id: string; paid_cents: number }>()
    .where(isUnspent)
    .where(isHoldOver)
    .orderBy('counts_at')
    .orderBy('friend_id')
    .execute()
}

/** The sum, in cents, paid by the friends that earned the next free month. */
export const priceLimitOf = (earners: readonly { paid_cents: number }[]) =>
  earners.slice(0, friendsPerReward).reduce((sum, { paid_cents }) => sum + paid_cents, 0)

/** Free months that the customer has redeemed, revoked ones included. */
export async function countRedeemed(db: Database, userId: number): Promise<number> {
  const { redeemed } = await db
    .selectFrom('referral_rewards')
    .select(({ fn }) => fn.countAll<number>().as('redeemed'))
    .where('user_id', '=', userId)
    .where('redeemed_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return redeemed
}

function listRewards(db: Database, userId: number) {
  return db
    .selectFrom('referral_rewards as reward')
    .innerJoin('time_entries as entry', 'entry.id', 'reward.time_entry_id')
    .innerJoin('subscriptions', 'subscriptions.id', 'entry.subscription_id')
    .innerJoin('products', 'products.id', 'subscriptions.product_id')
    .select(['reward.id', 'redeemed_at', 'products.id as product_id'])
    .select(['products.name as product_name', 'taken_back_at as revoked_at'])
    .select(({ fn, val }) => fn.coalesce('revoked_seconds', val(0)).as('revoked_seconds'))
    .where('reward.user_id', '=', userId)
    .where('redeemed_at', 'is not', null)
    .$narrowType<{ redeemed_at: Date }>()
    .orderBy('reward.id', 'desc')
    .limit(most)
    .execute()
}
