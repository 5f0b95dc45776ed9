import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { productRefusals } from './products.ts'
import { refusals } from './refusals.ts'
import { id, timestamp } from './wire.ts'

/** Referred friends with a paid order that earn a free month. */
export const friendsPerReward = 3

const referralCode = z.string().meta({ example: 'NOVA7K2Q' })

export const referredFriend = z
  .object({
    username: z.string(),
    created_at: timestamp.meta({ description: 'When they signed up' }),
    purchased: z.boolean().meta({ description: 'They paid for an order, so they count' }),
  })
  .meta({ id: 'ReferredFriend' })
export type ReferredFriend = z.input<typeof referredFriend>

export const referralRewards = z
  .object({
    friends_purchased: z.int().meta({ description: 'Referred friends who count' }),
    friends_missing: z.int().meta({ description: 'How many more until the next free month' }),
    available: z.int().meta({ description: 'Free months that can be redeemed now' }),
    rewards: z
      .array(
        z.object({
          id,
          created_at: timestamp.meta({ description: 'When it was earned' }),
          redeemed_at: timestamp.nullable(),
          product_id: id.nullable().meta({ description: 'What it was redeemed for' }),
          product_name: z.string().nullable(),
        }),
      )
      .meta({ description: 'Newest first, at most 200' }),
  })
  .meta({ id: 'ReferralRewards' })
export type ReferralRewards = z.input<typeof referralRewards>

export const referrals = {
  code: endpoint({
    method: 'GET',
    path: '/user/referral_code',
    who: 'user',
    summary: 'My referral code',
    description: 'A JSON string, or null when there is none yet.',
    result: referralCode.nullable(),
  }),
  addCode: endpoint({
    method: 'POST',
    path: '/user/referral_code',
    who: 'user',
    summary: 'Create my referral code',
    description: 'Asked again, it answers the code that is there.',
    limit: { max: 30, seconds: 600, by: 'user' },
    result: referralCode,
  }),
  history: endpoint({
    method: 'GET',
    path: '/user/referral_history',
    who: 'user',
    summary: 'Who signed up with my code',
    description: 'Newest first, at most 200.',
    result: z.array(referredFriend),
  }),
  rewards: endpoint({
    method: 'GET',
    path: '/user/referral_rewards',
    who: 'user',
    summary: 'My free months and the way to the next',
    description: `Every ${friendsPerReward} referred friends with a paid order earn a free month.`,
    result: referralRewards,
  }),
  redeem: endpoint({
    method: 'POST',
    path: '/user/referral_rewards/redeem',
    who: 'user',
    summary: 'Redeem a free month',
    description:
      'Adds 30 days to my subscription of a product that is sold, or that I have one of. Each reward is redeemed once.',
    limit: { max: 20, seconds: 600, by: 'user' },
    body: z.object({
      product_id: id,
      reward_id: id.optional().meta({
        description: 'The reward that is meant, so that asking twice redeems one; else the oldest',
      }),
    }),
    result: z.object({
      product_id: id,
      product_name: z.string(),
      ends_at: timestamp.meta({ description: 'When the subscription now ends' }),
      available: z.int().meta({ description: 'Free months that are left' }),
    }),
    refusals: {
      ...productRefusals,
      ...refusals({
        no_free_month: [409, 'You have no free month to redeem'],
        already_redeemed: [409, 'This free month was already redeemed'],
      }),
    },
  }),
}
