import * as z from 'zod'
import { endpoint } from '#contract/wire/endpoint.ts'
import { productRefusals } from '#contract/wire/product-refusals.ts'
import { refusals } from '#contract/wire/refusals.ts'
import { id, money, timestamp } from '#contract/wire/wire.ts'

/** The number of referred friends in state `counted` that a customer needs for a free month. */
export const friendsPerReward = 3

const referralCode = z.string().meta({ example: 'NOVA7K2Q' })

/** Why a referred friend does not count. */
export const friendProblems = [
  'no_order',
  'too_short',
  'too_small',
  'reversed',
  'same_person',
  'deleted',
] as const

export const friendStates = ['rewarded', 'counted', 'pending', ...friendProblems] as const
export type FriendState = (typeof friendStates)[number]

export const referredFriend = z
  .object({
    username: z.string(),
    created_at: timestamp.meta({ description: 'When they signed up' }),
    state: z.enum(friendStates).meta({
      description:
        'rewarded: counted towards a redeemed free month. counted: counts towards the next one. pending: counts from counts_at on. no_order: has not paid for an order. too_short: no paid order of at least a month. too_small: the order is below the minimum. reversed: the payment was refunded or disputed. same_person: has the same card, device, Discord account or mailbox as the referrer or another friend. deleted: the account was deleted.',
    }),
    counts_at: timestamp
      .nullable()
      .meta({ description: 'When a pending friend counts, unless the payment is reversed' }),
  })
  .meta({ id: 'ReferredFriend' })
export type ReferredFriend = z.input<typeof referredFriend>

export const referralRewards = z
  .object({
    friends_counted: z.int().meta({
      description: 'Referred friends who count and have not earned a redeemed free month',
    }),
    friends_missing: z.int().meta({ description: 'How many more until the next free month' }),
    friends_pending: z
      .int()
      .meta({ description: 'Friends whose payment is in the hold: they count after it' }),
    next_counts_at: timestamp
      .nullable()
      .meta({ description: 'When the next pending friend counts' }),
    hold_days: z.int().meta({ description: 'Days from the payment until a friend counts' }),
    minimum: money
      .nullable()
      .meta({ description: 'The smallest order that counts; null if there is no minimum' }),
    available: z.int().meta({ description: 'Free months that can be redeemed now' }),
    price_limit: money.nullable().meta({
      description:
        'The highest monthly price of a product that the next free month can be redeemed for: what the friends who earned it paid. Null if there is no limit',
    }),
    redeemed: z.int().meta({ description: 'Free months redeemed so far' }),
    rewards: z
      .array(
        z.object({
          id,
          redeemed_at: timestamp,
          product_id: id.meta({ description: 'Product that it was redeemed for' }),
          product_name: z.string(),
          revoked_at: timestamp.nullable().meta({
            description:
              'When its unused time was revoked, because the payment of a friend was reversed',
          }),
          revoked_seconds: z
            .int()
            .meta({ description: 'Seconds of unused time that were revoked; 0 if none' }),
        }),
      )
      .meta({ description: 'Redeemed free months, newest first, at most 200' }),
  })
  .meta({ id: 'ReferralRewards' })
export type ReferralRewards = z.input<typeof referralRewards>

export const referrals = {
  code: endpoint({
    method: 'GET',
    path: '/user/referral_code',
    who: 'user',
    summary: 'Read my referral code',
    description: 'A JSON string, or null if there is none yet.',
    result: referralCode.nullable(),
  }),
  addCode: endpoint({
    method: 'POST',
    path: '/user/referral_code',
    who: 'user',
    summary: 'Create my referral code',
    description: 'Returns the existing code when there is one.',
    limit: { max: 30, seconds: 600, by: 'user' },
    result: referralCode,
  }),
  history: endpoint({
    method: 'GET',
    path: '/user/referral_history',
    who: 'user',
    summary: 'List friends who signed up with my code',
    description: 'Newest first, at most 200.',
    result: z.array(referredFriend),
  }),
  rewards: endpoint({
    method: 'GET',
    path: '/user/referral_rewards',
    who: 'user',
    summary: 'Read my free months and progress',
    description: `Every ${friendsPerReward} referred friends who count earn a free month. A friend counts with the first paid order of at least one month, after the hold, once per person.`,
    result: referralRewards,
  }),
  redeem: endpoint({
    method: 'POST',
    path: '/user/referral_rewards/redeem',
    who: 'user',
    summary: 'Redeem a free month',
    description:
      'Adds 30 days to my subscription of a product that is on sale or that I already have.',
    limit: { max: 20, seconds: 600, by: 'user' },
    body: z.object({
      product_id: id,
      redeemed: z.int().optional().meta({
        description:
          'How many free months you have redeemed before. A repeated request with the same number is refused.',
      }),
    }),
    result: z.object({
      product_id: id,
      product_name: z.string(),
      ends_at: timestamp.meta({ description: 'New expiry date of the subscription' }),
      available: z.int().meta({ description: 'Free months that are left' }),
    }),
    refusals: {
      ...productRefusals,
      ...refusals({
        no_free_month: [409, 'You have no free month to redeem'],
        already_redeemed: [409, 'This free month was already redeemed'],
        above_price_limit: [
          409,
          '{product} costs more a month than the {limit} that your friends paid for this free month. Choose another game.',
        ],
      }),
    },
  }),
}
