import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { picture, productRefusals } from './products.ts'
import { refusals } from './refusals.ts'
import { cardRenewal } from './renewals.ts'
import { done, id, pathId, plan, timestamp } from './wire.ts'

/** The longest pause that a shop can allow, in days. */
export const mostPauseDays = 30

/** Why a subscription cannot be paused now. */
export const pauseRefusals = refusals({
  pauses_off: [409, 'Time cannot be paused here'],
  nothing_to_pause: [409, 'You have no time of this product that could be paused'],
  pause_lifetime: [409, 'Your time has no end, so there is nothing to pause'],
  already_paused: [409, 'Your time is paused already'],
  stands_still: [409, 'Your time stands still already, so nothing of it is used'],
  pause_disputed: [
    409,
    'A payment of this time is disputed. It can be paused when that is decided.',
  ],
  pause_unpaid: [
    409,
    'A payment of this subscription is open. Pay it, or turn its renewal off first.',
  ],
  pause_nearly_over: [409, 'Your time is over in a few minutes, so there is nothing left to pause'],
  pause_used: [
    409,
    'You have paused this term already. Each purchase and each renewal can be paused once.',
  ],
})
export const pauseProblems = Object.keys(pauseRefusals) as [
  keyof typeof pauseRefusals,
  ...(keyof typeof pauseRefusals)[],
]

export const paused = z
  .object({
    since: timestamp,
    until: timestamp.meta({ description: 'It goes on by itself then' }),
    left: z.int().meta({ description: 'Seconds that are kept meanwhile' }),
  })
  .meta({ id: 'Paused' })
const pauseDays = `Enter from 1 to ${mostPauseDays} days`

export const subscription = z
  .object({
    id,
    game_id: id,
    product_name: z.string(),
    product_image: picture.nullable(),
    purchasable: z.boolean().meta({ description: 'The product is still sold' }),
    created_at: timestamp,
    term_length: z.int().meta({ description: 'Seconds', example: 2592000 }),
    lifetime: z
      .boolean()
      .meta({ description: 'It has no end; the seconds stand for a thousand years' }),
    stands_still_since: timestamp
      .nullable()
      .meta({ description: 'Its time stands still: it ends later, by as long as that takes' }),
    held: z.boolean().meta({ description: 'A dispute of its payment holds what is left of it' }),
    paused: paused.nullable().meta({
      description: 'Its customer has paused it; its end is that of when it goes on by itself',
    }),
    pause: z
      .object({
        days: z.int().meta({ description: 'The longest pause' }),
        problem: z
          .enum(pauseProblems)
          .nullable()
          .meta({ description: 'Why it cannot be paused now; null: it can' }),
      })
      .nullable()
      .meta({ description: 'Null: this shop has no pauses' }),
    plan: plan.nullable().meta({
      description: 'What extends it: the plan bought last, if it is still sold, else the first',
    }),
    renewal: cardRenewal
      .nullable()
      .meta({ description: 'The latest of this product, also where it is over' }),
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
    seconds: z.int().meta({ description: 'Below zero where time was taken' }),
    lifetime: z.boolean().meta({ description: 'The seconds stand for a thousand years' }),
    about: z
      .string()
      .nullable()
      .meta({ description: 'What was bought, or why: a plan, the name of an incident' }),
    created_at: timestamp,
    ends_at: timestamp.meta({ description: 'The end after it' }),
  })
  .meta({ id: 'TimeEntry' })
export type TimeEntry = z.input<typeof timeEntry>

export const { time_not_paused } = refusals({ time_not_paused: [409, 'This time is not paused'] })

export const subscriptions = {
  ledger: endpoint({
    method: 'GET',
    path: '/user/subscriptions/{id}/ledger',
    who: 'user',
    summary: 'Why my subscription of a product ends when it does',
    description: 'Of the one that ends last: the latest 200 entries, the oldest first.',
    params: z.object({ id: pathId.meta({ description: 'The product' }) }),
    result: z.object({
      began_at: timestamp,
      ends_at: timestamp,
      lifetime: z.boolean(),
      stands_still_since: timestamp.nullable().meta({ description: 'Null: its time goes on' }),
      paused_until: timestamp.nullable().meta({ description: 'Null: it is not paused' }),
      total: z.int().meta({ description: 'How many entries there are' }),
      entries: z.array(timeEntry),
    }),
    refusals: { unknown_product: productRefusals.unknown_product },
  }),
  pause: endpoint({
    method: 'POST',
    path: '/user/subscriptions/{id}/pause',
    who: 'user',
    summary: 'Pause my time of a product',
    description:
      'Once a term, for so many days, where the shop allows it. The seconds that are left are kept: nothing is used or charged, and loaders are told FROZEN. It goes on by itself.',
    limit: { max: 30, seconds: 3600, by: 'user' },
    params: z.object({ id: pathId.meta({ description: 'The product' }) }),
    body: z.object({ days: z.int(pauseDays).min(1, pauseDays).max(mostPauseDays, pauseDays) }),
    result: paused,
    refusals: {
      unknown_product: productRefusals.unknown_product,
      ...pauseRefusals,
      ...refusals({ pause_too_long: [409, 'Time can be paused for {days} days at most'] }),
    },
  }),
  resume: endpoint({
    method: 'DELETE',
    path: '/user/subscriptions/{id}/pause',
    who: 'user',
    summary: 'End my pause now',
    description: 'The time goes on with all that was left of it.',
    params: z.object({ id: pathId.meta({ description: 'The product' }) }),
    result: done,
    refusals: { time_not_paused },
  }),
  list: endpoint({
    method: 'GET',
    path: '/user/subscriptions',
    who: 'user',
    summary: 'My subscriptions',
    description:
      'The latest of each product, those that end last first. Expired when `created_at` plus `term_length` is in the past, unless its time stands still. A pause is counted in from its beginning on.',
    result: z.array(subscription),
  }),
}
