import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { picture, productRefusals } from './products.ts'
import { cardRenewal } from './renewals.ts'
import { id, pathId, plan, timestamp } from './wire.ts'

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
] as const

/** One line of the ledger that a subscription's end is the sum of. */
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
      total: z.int().meta({ description: 'How many entries there are' }),
      entries: z.array(timeEntry),
    }),
    refusals: { unknown_product: productRefusals.unknown_product },
  }),
  list: endpoint({
    method: 'GET',
    path: '/user/subscriptions',
    who: 'user',
    summary: 'My subscriptions',
    description:
      'The latest of each product, those that end last first. Expired when `created_at` plus `term_length` is in the past, unless its time stands still.',
    result: z.array(subscription),
  }),
}
