import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { paged } from './lists.ts'
import { refusals } from './refusals.ts'
import { releaseVersion } from './releases.ts'
import { line } from './text.ts'
import { id, pathId, timestamp } from './wire.ts'

/**
 * The number of hours within which a revocation can be undone. A suspension can be lifted at any
 * time.
 */
export const undoHours = 24

export const longestRevocationReason = 300

const scope = z.enum(['build', 'customer', 'below']).meta({
  description: 'One build, all of a customer’s, or everything below a version',
})
const state = z.enum(['suspended', 'revoked'])

const target = z.object({
  scope,
  build: z.uuid('Enter the id of a build').toLowerCase().optional(),
  uid: pathId.optional(),
  below: releaseVersion.optional(),
  state,
})

const isNamed = (named: { scope: z.output<typeof scope> } & Record<string, unknown>) =>
  named[{ build: 'build', customer: 'uid', below: 'below' }[named.scope]] !== undefined
const unnamed = 'Say which: a build, a customer or a version'

const counts = z.object({ active: z.int(), suspended: z.int(), revoked: z.int() })

/** The effects of an action, computed by performing it in a transaction that is rolled back. */
export const revocationEffects = z
  .object({
    customers: z.int(),
    builds: z.int().meta({ description: 'Whose state changes' }),
    building: z.int().meta({ description: 'Of these, those that are being made' }),
    before: counts,
    after: counts,
    sessions: z.int().meta({ description: 'Games that run with them now' }),
    offline_hours: z.int().meta({
      description: 'For so long a computer without the internet goes on; 0: for no time',
    }),
    offline_until: timestamp.nullable().meta({ description: 'When the last of these ends' }),
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
    undo_until: timestamp.nullable().meta({ description: 'Null of a suspension: at any time' }),
    undone: z.object({ by: z.string(), at: timestamp }).nullable(),
  })
  .meta({ id: 'Revocation' })
export type Revocation = z.input<typeof revocation>

const staff = { who: 'staff', can: 'manage_loader' } as const
const params = z.object({ id: pathId })

const targetRefusals = refusals({
  unknown_copy: [404, 'No build has this id, or it was never used'],
  unknown_customer: [404, 'There is no such customer'],
  still_offered: [409, 'Version {version} is still offered. Promote a newer release first.'],
  nothing_to_revoke: [409, 'There is no build whose state this changes'],
})

export const undoRefusals = refusals({
  unknown_revocation: [404, 'There is no such revocation'],
  undone_already: [409, 'This was undone already'],
  undo_over: [
    409,
    'A revocation can be undone for 24 hours. The customer can request a new loader.',
  ],
})

export const staffRevocations = {
  list: endpoint({
    ...staff,
    method: 'GET',
    path: '/admin/loader/revocations/',
    summary: 'List what was suspended and revoked',
    description: 'The latest first.',
    query: z.object({ ...paged(10), uid: pathId.optional() }),
    result: z.object({ revocations: z.array(revocation), total: z.int() }),
  }),
  effects: endpoint({
    ...staff,
    method: 'GET',
    path: '/admin/loader/revocations/effects',
    summary: 'What suspending or revoking would do',
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
      'Their loaders hear `BUILD_REVOKED` with their next heartbeat or validation, and they cannot be downloaded any more. What was issued until now is meant: a loader that is requested afterwards is good. With an `id` of the caller’s it counts once, however often it is sent.',
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
        revocation_id_used: [409, 'This id belongs to another revocation: ask with a new one'],
      }),
      undone_already: undoRefusals.undone_already,
    },
  }),
  undoEffects: endpoint({
    ...staff,
    method: 'GET',
    path: '/admin/loader/revocations/{id}/effects',
    summary: 'What undoing would do',
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
      'Builds are again what they were before. A revocation can be undone for 24 hours, a suspension lifted at any time.',
    params,
    result: z.object({ effects: revocationEffects }),
    refusals: undoRefusals,
  }),
}
