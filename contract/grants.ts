import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { userSubscription } from './user-history.ts'
import { done, id, pathId } from './wire.ts'

/** What staff grant at once, in days. */
export const grantTerms = [
  { days: 30, label: '1 Month' },
  { days: 90, label: '3 Months' },
  { days: 180, label: '6 Months' },
  { days: 365, label: '12 Months' },
] as const

const one = { params: z.object({ uid: pathId }) }

export const grants = {
  add: endpoint({
    method: 'POST',
    path: '/admin/subscriptions/{uid}',
    access: 'admin',
    summary: 'Give a user time on a game',
    description: 'What runs already ends that much later.',
    ...one,
    body: z.object({
      game_id: id,
      term_length: z.literal(grantTerms.map(({ days }) => days)).meta({ description: 'Days' }),
    }),
    result: userSubscription,
    status: 201,
    errors: { 404: ['User not found', 'Product not found'] },
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/admin/subscriptions/{uid}',
    access: 'admin',
    summary: 'Take the time that is left on a game',
    description: 'Nothing is paid back, and card renewals go on.',
    ...one,
    body: z.object({ game_id: id }),
    result: done,
    errors: { 404: ['User not found'], 409: ['This user has no time left on this game'] },
  }),
}
