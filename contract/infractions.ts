import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { paged } from './lists.ts'
import { userRefusals } from './users.ts'
import { done, id, pathId, timestamp } from './wire.ts'

export const infraction = z
  .object({
    id,
    type: z.string().meta({ example: 'shared_loader' }),
    reason: z.string(),
    details: z.record(z.string(), z.unknown()),
    created_at: timestamp,
    cleared_at: timestamp.nullable().meta({ description: 'When a reset took it out of the count' }),
  })
  .meta({ id: 'Infraction' })
export type Infraction = z.input<typeof infraction>

const one = { params: z.object({ uid: pathId }) }

/** What a user did against the rules. */
export const infractions = {
  list: endpoint({
    method: 'GET',
    path: '/admin/users/{uid}/infractions',
    who: 'staff',
    can: 'view_users',
    summary: 'The infractions of a user',
    description: 'Newest first, those that a reset has cleared too.',
    ...one,
    query: z.object(paged(25)),
    result: z.object({ infractions: z.array(infraction), total: z.int() }),
    refusals: userRefusals,
  }),
  reset: endpoint({
    method: 'DELETE',
    path: '/admin/users/{uid}/infractions',
    who: 'staff',
    can: 'manage_users',
    summary: 'Reset the infraction count of a user',
    description: 'The history stays.',
    ...one,
    result: done,
    refusals: userRefusals,
  }),
}
