import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { picture } from './products.ts'
import { cardRenewal } from './renewals.ts'
import { id, plan, timestamp } from './wire.ts'

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
    plan: plan.nullable().meta({
      description: 'What extends it: the plan bought last, if it is still sold, else the first',
    }),
    renewal: cardRenewal
      .nullable()
      .meta({ description: 'The latest of this product, also where it is over' }),
  })
  .meta({ id: 'Subscription' })
export type Subscription = z.input<typeof subscription>

export const subscriptions = {
  list: endpoint({
    method: 'GET',
    path: '/user/subscriptions',
    who: 'user',
    summary: 'My subscriptions',
    description:
      'The latest of each product, those that end last first. Expired when `created_at` plus `term_length` is in the past.',
    result: z.array(subscription),
  }),
}
