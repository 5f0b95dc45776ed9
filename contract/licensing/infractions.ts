import * as z from 'zod'
import { userRefusals } from '#contract/wire/account-refusals.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { paged } from '#contract/wire/lists.ts'
import { line } from '#contract/wire/text.ts'
import { done, id, pathId, timestamp } from '#contract/wire/wire.ts'

export const infraction = z
  .object({
    id,
    type: z.string().meta({ example: 'shared_loader' }),
    reason: z.string(),
    details: z.record(z.string(), z.unknown()),
    created_at: timestamp,
    cleared_at: timestamp
      .nullable()
      .meta({ description: 'When a reset removed it from the count' }),
  })
  .meta({ id: 'Infraction' })
export type Infraction = z.input<typeof infraction>

/** The kinds that staff can record. Loaders and the shop record other kinds. */
export const staffInfractions = [
  { type: 'leak', label: 'Leaked a build' },
  { type: 'sharing', label: 'Shared the account' },
  { type: 'tampering', label: 'Tampered with the loader' },
  { type: 'abuse', label: 'Abused staff or others' },
  { type: 'other', label: 'Something else' },
] as const
export type StaffInfraction = (typeof staffInfractions)[number]['type']

const one = { params: z.object({ uid: pathId }) }

/** Violations of the rules by a user. */
export const infractions = {
  list: endpoint({
    method: 'GET',
    path: '/admin/users/{uid}/infractions',
    who: 'staff',
    can: 'view_users',
    summary: 'List the infractions of a user',
    description: 'Newest first, including those that a reset has cleared.',
    ...one,
    query: z.object(paged(25)),
    result: z.object({ infractions: z.array(infraction), total: z.int() }),
    refusals: userRefusals,
  }),
  add: endpoint({
    method: 'POST',
    path: '/admin/users/{uid}/infractions',
    who: 'staff',
    can: 'manage_users',
    summary: 'Record an infraction of a user',
    description:
      'Counts like an infraction that the loader reports: a user who reaches the limit in the settings cannot play.',
    ...one,
    body: z.object({
      type: z.enum(
        staffInfractions.map(({ type }) => type),
        'Choose a kind',
      ),
      reason: line(500, 'Enter what happened'),
    }),
    result: z.object({ id, infraction_count: z.int() }),
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
