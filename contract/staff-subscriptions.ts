import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { paged } from './lists.ts'
import { productRefusals } from './products.ts'
import { refusals } from './refusals.ts'
import { cardRenewal } from './renewals.ts'
import { userRefusals } from './staff-users.ts'
import { done, id, pathId, plan, timestamp } from './wire.ts'

/** What staff grant at once, in days. */
export const grantTerms = [
  { days: 30, label: '1 Month' },
  { days: 90, label: '3 Months' },
  { days: 180, label: '6 Months' },
  { days: 365, label: '12 Months' },
] as const

export const staffSubscription = z
  .object({
    id,
    uid: id,
    game_id: id,
    product_name: z.string(),
    created_at: timestamp,
    term_length: z.int().meta({ description: 'Seconds', example: 2592000 }),
    lifetime: z.boolean().meta({ description: 'It has no end' }),
    renewal: cardRenewal
      .nullable()
      .meta({ description: 'The latest of this product, also where it is over' }),
  })
  .meta({ id: 'StaffSubscription' })
export type StaffSubscription = z.input<typeof staffSubscription>

const one = { params: z.object({ uid: pathId }) }

export const staffSubscriptions = {
  list: endpoint({
    method: 'GET',
    path: '/admin/users/{uid}/subscriptions',
    who: 'staff',
    can: 'view_users',
    summary: 'The subscriptions of a user',
    description: 'The latest of each product, those that end last first.',
    ...one,
    query: z.object(paged(25)),
    result: z.object({ subscriptions: z.array(staffSubscription), total: z.int() }),
    refusals: userRefusals,
  }),
  add: endpoint({
    method: 'POST',
    path: '/admin/subscriptions/{uid}',
    who: 'staff',
    can: 'grant_time',
    summary: 'Give a user time on a product',
    description: 'What runs already ends that much later.',
    ...one,
    body: z
      .object({
        game_id: id,
        term_length: z
          .literal(grantTerms.map(({ days }) => days))
          .optional()
          .meta({ description: 'Days' }),
        plan: plan.optional().meta({ description: 'Any other term' }),
      })
      .refine(({ term_length, plan }) => (term_length === undefined) !== (plan === undefined), {
        path: ['term_length'],
        message: 'Give the days, or another plan',
      }),
    result: staffSubscription.omit({ renewal: true }),
    status: 201,
    refusals: { ...userRefusals, unknown_product: productRefusals.unknown_product },
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/admin/subscriptions/{uid}',
    who: 'staff',
    can: 'grant_time',
    summary: 'Take the time that is left on a product',
    description: 'Nothing is paid back. Card renewals of orders with this product are stopped.',
    ...one,
    body: z.object({ game_id: id }),
    result: done,
    refusals: {
      ...userRefusals,
      unknown_product: productRefusals.unknown_product,
      ...refusals({ no_time_left: [409, 'This user has no time left on this game'] }),
    },
  }),
}
