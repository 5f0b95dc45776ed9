import * as z from 'zod'
import { endpoint } from '#contract/wire/endpoint.ts'
import { paged } from '#contract/wire/lists.ts'
import { refusals } from '#contract/wire/refusals.ts'
import { line } from '#contract/wire/text.ts'
import { id, pathId, timestamp } from '#contract/wire/wire.ts'
import { releaseVersion } from './releases.ts'

/**
 * The number of hours within which a revocation can be undone. A suspension can be lifted at any
 * time.
 */
export const undoHours = 24

export const longestRevocationReason = 300

const scope = z.enum(['build', 'customer', 'below']).meta({
  description: 'One build, all builds of a customer, or all builds below a version',
})
const state = z.enum(['suspended', 'revoked'])

const target = z.object({
  scope,
  build: z.uuid('Enter a build ID').toLowerCase().optional(),
  uid: pathId.optional(),
  below: releaseVersion.optional(),
  state,
})

const isNamed = (named: { scope: z.output<typeof scope> } & Record<string, unknown>) =>
  named[{ build: 'build', customer: 'uid', below: 'below' }[named.scope]] !== undefined
const unnamed = 'Enter a build, a customer or a version'

const counts = z.object({ active: z.int(), suspended: z.int(), revoked: z.int() })

/** The effects of an action, computed by performing it in a transaction that is rolled back. */
export const revocationEffects = z
  .object({
    customers: z.int(),
    builds: z.int().meta({ description: 'Builds whose state changes' }),
    building: z.int().meta({ description: 'Of these, builds that are not finished' }),
    before: counts,
    after: counts,
    sessions: z.int().meta({ description: 'Games that are running with them now' }),
    offline_hours: z.int().meta({
      description: 'How long a device can continue offline; 0 if it cannot',
    }),
    offline_until: timestamp.nullable().meta({ description: 'When the last offline device stops' }),
  })
  .meta({ id: 'RevocationEffects' })
export type RevocationEffects = z.input<typeof revocationEffects>

export const revocation = z
  .object({
    id,
    scope,
    build: z.uuid().nullable(),
    user: z.object({ uid: id, username: z.string() }).nullable(),
    below: z.string().nullable(),
    state,
    reason: z.string(),
    by: z.string(),
    created_at: timestamp,
    undo_until: timestamp
      .nullable()
      .meta({ description: 'Null for a suspension, which can be lifted at any time' }),
    undone: z.object({ by: z.string(), at: timestamp }).nullable(),
  })
  .meta({ id: 'Revocation' })
export type Revocation = z.input<typeof revocation>

const staff = { who: 'staff', can: 'manage_loader' } as const
const params = z.object({ id: pathId })

const targetRefusals = refusals({
  unknown_copy: [404, 'There is no build with this ID, or it was never used'],
  unknown_customer: [404, 'Customer not found'],
  still_offered: [409, 'Version {version} is still offered. Promote a newer release first.'],
  nothing_to_revoke: [409, 'This would not change any build'],
})

export const undoRefusals = refusals({
  unknown_revocation: [404, 'Revocation not found'],
  undone_already: [409, 'This was already undone'],
  undo_over: [
    409,
    'A revocation can only be undone for 24 hours. The customer can request a new loader.',
  ],
})

export const staffRevocations = {
  list: endpoint({
    ...staff,
    method: 'GET',
    path: '/admin/loader/revocations/',
    summary: 'List suspensions and revocations',
    description: 'Newest first.',
    query: z.object({ ...paged(10), uid: pathId.optional() }),
    result: z.object({ revocations: z.array(revocation), total: z.int() }),
  }),
  effects: endpoint({
    ...staff,
    method: 'GET',
    path: '/admin/loader/revocations/effects',
    summary: 'Preview a suspension or revocation',
    query: target.refine(isNamed, unnamed),
    result: revocationEffects,
    refusals: targetRefusals,
  }),
  add: endpoint({
    ...staff,
    method: 'POST',
    path: '/admin/loader/revocations/',
    summary: 'Suspend or revoke builds',
    description:
      'The affected loaders get `BUILD_REVOKED` at their next heartbeat or validation and can no longer be downloaded. Only existing builds are affected: a loader that is requested afterwards works. With an `id` from the caller the request is idempotent.',
    body: target
      .extend({
        id: z.uuid().optional(),
        uid: id.optional(),
        reason: line(longestRevocationReason, 'Enter a reason'),
      })
      .refine(isNamed, unnamed),
    result: z.object({ id, effects: revocationEffects }),
    status: 201,
    refusals: {
      ...targetRefusals,
      ...refusals({
        revocation_id_used: [409, 'This id already belongs to another revocation. Use a new id.'],
      }),
      undone_already: undoRefusals.undone_already,
    },
  }),
  undoEffects: endpoint({
    ...staff,
    method: 'GET',
    path: '/admin/loader/revocations/{id}/effects',
    summary: 'Preview undoing a revocation',
    params,
    result: revocationEffects,
    refusals: undoRefusals,
  }),
  undo: endpoint({
    ...staff,
    method: 'POST',
    path: '/admin/loader/revocations/{id}/undo',
    summary: 'Undo a revocation, or lift a suspension',
    description:
      'Builds return to their previous state. A revocation can be undone for 24 hours, a suspension lifted at any time.',
    params,
    result: z.object({ effects: revocationEffects }),
    refusals: undoRefusals,
  }),
}
