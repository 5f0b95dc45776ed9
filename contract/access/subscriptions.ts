import * as z from 'zod'
import { cardRenewal } from '#contract/access/card-renewal.ts'
import { picture } from '#contract/platform/media.ts'
import { mostPauseDays } from '#contract/platform/settings.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { productRefusals } from '#contract/wire/product-refusals.ts'
import { refusals } from '#contract/wire/refusals.ts'
import { done, id, pathId, plan, timestamp } from '#contract/wire/wire.ts'

/** Why a subscription cannot be paused now. */
export const pauseRefusals = refusals({
  pauses_off: [409, 'This shop does not offer pauses'],
  nothing_to_pause: [409, 'You have no active subscription to pause for this product'],
  pause_lifetime: [409, 'Your subscription never expires, so there is nothing to pause'],
  already_paused: [409, 'Your subscription is already paused'],
  stands_still: [409, 'Your time is already frozen by an incident, so none of it is used'],
  pause_disputed: [
    409,
    'A payment for this subscription is disputed. You can pause it once the dispute is decided.',
  ],
  pause_unpaid: [
    409,
    'A payment for this subscription is open. Pay it, or turn off the renewal first.',
  ],
  pause_nearly_over: [
    409,
    'Your subscription expires in a few minutes, so there is nothing left to pause',
  ],
  pause_used: [
    409,
    'You have already paused this term. Each purchase and each renewal can be paused once.',
  ],
})
export const pauseProblems = Object.keys(pauseRefusals) as [
  keyof typeof pauseRefusals,
  ...(keyof typeof pauseRefusals)[],
]

export const paused = z
  .object({
    since: timestamp,
    until: timestamp.meta({ description: 'When it resumes automatically' }),
    left: z.int().meta({ description: 'Remaining seconds during the pause' }),
  })
  .meta({ id: 'Paused' })
const pauseDays = `Enter a number of days from 1 to ${mostPauseDays}`

export const subscription = z
  .object({
    id,
    game_id: id,
    product_name: z.string(),
    product_image: picture.nullable(),
    purchasable: z.boolean().meta({ description: 'The product is still sold' }),
    created_at: timestamp,
    term_length: z.int().meta({ description: 'In seconds', example: 2592000 }),
    lifetime: z
      .boolean()
      .meta({ description: 'It never expires; the seconds are a placeholder of a thousand years' }),
    access_ends_at: timestamp.meta({
      description:
        'When access ends or ended. After a refund this is the time of the refund, because the seconds no longer contain the used time',
    }),
    stands_still_since: timestamp.nullable().meta({
      description: 'Frozen by an incident since then; the expiry date moves by the same period',
    }),
    held: z.boolean().meta({ description: 'A dispute of its payment holds the remaining time' }),
    paused: paused.nullable().meta({
      description: 'Paused by the customer; the expiry date assumes that it resumes automatically',
    }),
    pause: z
      .object({
        days: z.int().meta({ description: 'Maximum length of a pause, in days' }),
        problem: z
          .enum(pauseProblems)
          .nullable()
          .meta({ description: 'Why it cannot be paused now; null if it can' }),
      })
      .nullable()
      .meta({ description: 'Null if this shop does not offer pauses' }),
    plan: plan.nullable().meta({
      description:
        'Plan for an extension: the last one bought if it is still sold, otherwise the first',
    }),
    renewal: cardRenewal
      .nullable()
      .meta({ description: 'The latest renewal of this product, including ended ones' }),
  })
  .meta({ id: 'Subscription' })
export type Subscription = z.input<typeof subscription>

export const timeCauses = [
  'purchase',
  'grant',
  'grant_back',
  'reward',
  'reward_back',
  'compensation',
  'revocation',
  'refund',
  'grace',
  'grace_back',
  'freeze',
  'unfreeze',
  'credit',
  'still',
  'credit_back',
  'pause',
  'pause_back',
] as const

/** An entry of the ledger. The end of a subscription is the sum of its entries. */
export const timeEntry = z
  .object({
    id,
    cause: z.enum(timeCauses),
    seconds: z.int().meta({ description: 'Negative if time was revoked' }),
    lifetime: z
      .boolean()
      .meta({ description: 'The seconds are a placeholder of a thousand years' }),
    about: z.string().nullable().meta({
      description:
        'The purchased plan, or the reason for the entry, such as the name of an incident',
    }),
    created_at: timestamp,
    ends_at: timestamp.meta({ description: 'Expiry date after the entry' }),
  })
  .meta({ id: 'TimeEntry' })
export type TimeEntry = z.input<typeof timeEntry>

export const { time_not_paused } = refusals({
  time_not_paused: [409, 'This subscription is not paused'],
})

export const subscriptions = {
  ledger: endpoint({
    method: 'GET',
    path: '/user/subscriptions/{id}/ledger',
    who: 'user',
    summary: 'List the history of my subscription to a product',
    description: 'Of the subscription that expires last: the latest 200 entries, oldest first.',
    params: z.object({ id: pathId.meta({ description: 'Product' }) }),
    result: z.object({
      began_at: timestamp,
      ends_at: timestamp,
      lifetime: z.boolean(),
      stands_still_since: timestamp
        .nullable()
        .meta({ description: 'Null if its time is not frozen' }),
      paused_until: timestamp.nullable().meta({ description: 'Null if it is not paused' }),
      total: z.int().meta({ description: 'Total number of entries' }),
      entries: z.array(timeEntry),
    }),
    refusals: { unknown_product: productRefusals.unknown_product },
  }),
  pause: endpoint({
    method: 'POST',
    path: '/user/subscriptions/{id}/pause',
    who: 'user',
    summary: 'Pause my subscription to a product',
    description:
      'Once per term, for a number of days up to the shop’s limit. The remaining time is preserved: nothing is used or charged, and loaders get the code FROZEN. It resumes automatically.',
    limit: { max: 30, seconds: 3600, by: 'user' },
    params: z.object({ id: pathId.meta({ description: 'Product' }) }),
    body: z.object({ days: z.int(pauseDays).min(1, pauseDays).max(mostPauseDays, pauseDays) }),
    result: paused,
    refusals: {
      unknown_product: productRefusals.unknown_product,
      ...pauseRefusals,
      ...refusals({ pause_too_long: [409, 'Subscriptions can be paused for at most {days} days'] }),
    },
  }),
  resume: endpoint({
    method: 'DELETE',
    path: '/user/subscriptions/{id}/pause',
    who: 'user',
    summary: 'Resume my subscription now',
    description: 'The time continues with everything that was left.',
    params: z.object({ id: pathId.meta({ description: 'Product' }) }),
    result: done,
    refusals: { time_not_paused },
  }),
  list: endpoint({
    method: 'GET',
    path: '/user/subscriptions',
    who: 'user',
    summary: 'List my subscriptions',
    description:
      'The latest subscription to each product, last to expire first. Expired if `created_at` plus `term_length` is in the past, unless its time is frozen. A pause is included in the expiry date from its start.',
    result: z.array(subscription),
  }),
}
