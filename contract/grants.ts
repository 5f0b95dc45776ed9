import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { gameRefusals } from './games.ts'
import { refusals } from './refusals.ts'
import { userSubscription } from './user-history.ts'
import { userRefusals } from './users.ts'
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
    result: userSubscription.omit({ renewal: true }),
    status: 201,
    refusals: { ...userRefusals, unknown_product: gameRefusals.unknown_product },
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/admin/subscriptions/{uid}',
    access: 'admin',
    summary: 'Take the time that is left on a game',
    description: 'Nothing is paid back. Card renewals of orders with this game are stopped.',
    ...one,
    body: z.object({ game_id: id }),
    result: done,
    refusals: {
      ...userRefusals,
      unknown_product: gameRefusals.unknown_product,
      ...refusals({ no_time_left: [409, 'This user has no time left on this game'] }),
    },
  }),
}
