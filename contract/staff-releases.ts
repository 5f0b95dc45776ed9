import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { paged } from './lists.ts'
import { productRefusals } from './products.ts'
import { refusals } from './refusals.ts'
import { channel, releaseVersion } from './releases.ts'
import { revision, revisionRefusals, seenRevision } from './revisions.ts'
import { id, pathId, timestamp } from './wire.ts'

/** Maximum size of a release, in bytes. */
export const maxReleaseBytes = 500 * 1024 * 1024

export const mostNotes = 20_000

/** For a file that is rejected as a release. */
export const fileRefusals = refusals({
  release_too_large: [413, 'A release has at most 500 MB'],
  not_a_program: [422, 'This file is not a Windows program'],
  too_many_slots: [422, 'A release has at most 256 slots for marks'],
  empty_file: [422, 'This file is empty'],
  signed_otherwise: [
    422,
    'This program is signed in a way that leaves no room for marks: its signature must be one, and the end of the file. Sign it again, or upload it unsigned.',
  ],
  hash_differs: [
    422,
    'The file that arrived is another than the one that was sent: their SHA-256 differ. Upload it again.',
  ],
})

/** The SHA-256 of a file, in hex. */
export const sha256 = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[0-9a-f]{64}$/, 'A SHA-256 has 64 hexadecimal digits')

export const kind = z.enum(['loader', 'module'])

export const release = z
  .object({
    id,
    kind,
    product: z
      .object({ id, name: z.string() })
      .nullable()
      .meta({ description: 'Whose module it is; null of the loader' }),
    version: z.string().meta({ example: '1.4.2' }),
    channel,
    minimum: z.string().nullable().meta({
      description: 'The oldest loader version that may run with this release; null means any',
    }),
    percent: z.int().meta({ description: 'Of those who could have it, once it is promoted' }),
    notes: z.string().meta({ description: 'Markdown' }),
    notes_html: z.string(),
    size: z.int().meta({ description: 'Bytes' }),
    sha256: z.string(),
    slots: z.int().meta({
      description:
        'Places for marks that name a copy though its end was cut off; a loader with 0 is marked at its tail only',
    }),
    signed: z.boolean().meta({
      description: 'It has an Authenticode signature, so its copies are marked at their tail only',
    }),
    current: z.boolean().meta({ description: 'It was promoted last in its channel' }),
    previous: z
      .string()
      .nullable()
      .meta({ description: 'What rolling the current one back leads to; null: nothing' }),
    offered: z.boolean().meta({ description: 'It was promoted, and not rolled back' }),
    revision,
    created_at: timestamp,
    created_by: z.string().nullable().meta({ description: 'Who uploaded it' }),
    api_key: z.string().nullable().meta({ description: 'The key that a pipeline uploaded it by' }),
    builds: z
      .object({ ready: z.int(), building: z.int(), failed: z.int() })
      .meta({ description: 'Loaders made of it, by state; a customer has one' }),
  })
  .meta({ id: 'Release' })
export type Release = z.input<typeof release>

const percent = z.int().min(0).max(100)
export const minimum = z.union([z.literal(''), releaseVersion])
const lacking = refusals({ unknown_release: [404, 'Release not found'] })
const params = z.object({ id: pathId })
const minimumRefusals = refusals({
  minimum_ahead: [
    409,
    'This release needs loader {minimum}, and some customers are offered {offered} at most. Promote a newer loader to everybody first, or lower the minimum.',
  ],
})

const aboveRefusals = refusals({
  minimum_above: [422, 'A loader cannot need a newer one than it is'],
})

const notes = z.string().trim().max(mostNotes, 'Notes have at most 20,000 characters')

/** For a file that is to become a release. */
const newRefusals = {
  ...fileRefusals,
  ...refusals({
    release_exists: [409, 'There is a release {version} already'],
  }),
  ...aboveRefusals,
  unknown_product: productRefusals.unknown_product,
}

const staff = { who: 'staff', can: 'manage_loader' } as const

/** Releases of the loader and of products' modules. */
export const staffReleases = {
  list: endpoint({
    ...staff,
    method: 'GET',
    path: '/admin/loader/releases/',
    summary: 'List the releases of the loader and of modules',
    description: 'Newest first.',
    query: z.object({
      ...paged(10),
      kind: kind.optional(),
      product: pathId.optional().meta({ description: 'Of that product’s module' }),
      channel: channel.optional(),
    }),
    result: z.object({ releases: z.array(release), total: z.int() }),
  }),
  add: endpoint({
    ...staff,
    method: 'POST',
    path: '/admin/loader/releases/',
    summary: 'Make a release of a file that was uploaded',
    description:
      'Of the loader it is a Windows program. Its SHA-256 is compared with what was told when the upload began. Asked again, the same release is answered. Nobody gets it before it is promoted.',
    body: z.object({
      upload: z.uuid().meta({ description: 'All of it must have arrived' }),
      version: releaseVersion,
      product: id.optional().meta({ description: 'Whose module it is; left out: the loader' }),
      channel: channel.default('stable'),
      minimum: minimum.default(''),
      notes: notes.default(''),
    }),
    result: release,
    status: 201,
    refusals: {
      ...newRefusals,
      ...refusals({
        upload_missing: [404, 'This upload is not there any more. Upload the file again.'],
        upload_unfinished: [409, 'Not all of the file has arrived. Go on with the upload first.'],
        upload_used: [409, 'This upload has become release {version} already'],
      }),
    },
  }),
  change: endpoint({
    ...staff,
    method: 'PATCH',
    path: '/admin/loader/releases/{id}',
    summary: 'Change a release’s notes, channel or minimum',
    description:
      'Another channel counts from the next promotion on: what was promoted stays where it is offered.',
    params,
    body: z.object({
      notes: notes.optional(),
      channel: channel.optional(),
      minimum: minimum.optional(),
      revision: seenRevision,
    }),
    result: release,
    refusals: {
      ...lacking,
      ...minimumRefusals,
      ...revisionRefusals,
      ...aboveRefusals,
    },
  }),
  effects: endpoint({
    ...staff,
    method: 'GET',
    path: '/admin/loader/releases/{id}/effects',
    summary: 'Whom a promotion, or its end, would reach',
    description: 'Counted by the rule that offers releases. Changes nothing.',
    params,
    query: z.object({
      act: z.enum(['promote', 'roll_back']),
      percent: z.coerce.number().int().min(0).max(100).default(100),
    }),
    result: z.object({
      over: id
        .nullable()
        .meta({ description: 'What is current in its channel now: send it with the promotion' }),
      customers: z.int().meta({ description: 'With time left, to whom its channel is offered' }),
      before: z.int().meta({ description: 'To whom it is offered now' }),
      after: z.int().meta({ description: 'To whom it would be offered' }),
      too_old: z
        .int()
        .meta({ description: 'Of those, who would have to update their loader before they play' }),
      others: z
        .array(z.object({ version: z.string().nullable(), customers: z.int() }))
        .meta({ description: 'What the rest would be offered' }),
    }),
    refusals: lacking,
  }),
  promote: endpoint({
    ...staff,
    method: 'POST',
    path: '/admin/loader/releases/{id}/promote',
    summary: 'Offer a release in its channel',
    description:
      'To so many percent; the rest keep what they were offered before. Of one that is current it changes the percent. Raising it takes the release from nobody.',
    params,
    body: z.object({
      percent: percent.default(100),
      over: id.nullable().optional().meta({
        description: 'What was current when it was looked at: refused where that is another by now',
      }),
    }),
    result: release,
    refusals: {
      ...lacking,
      ...minimumRefusals,
      ...refusals({
        promoted_meanwhile: [409, '{version} was promoted meanwhile. Look at it again'],
      }),
    },
  }),
  rollBack: endpoint({
    ...staff,
    method: 'POST',
    path: '/admin/loader/releases/{id}/roll-back',
    summary: 'Take back the promotion of the current release',
    description: 'What was promoted before it is offered again.',
    params,
    body: z.object({}),
    result: release,
    refusals: {
      ...lacking,
      ...refusals({
        not_current: [409, 'This release is not the current one of its channel any more'],
        nothing_before: [
          409,
          'There is no release before this one to go back to. Offer it to 0 percent to stop it.',
        ],
      }),
    },
  }),
}

const key = { who: 'key', limit: { max: 60, seconds: 60, by: 'address' } } as const

/** Release calls for a build pipeline, authorised by an API key. */
export const pipelineReleases = {
  add: endpoint({
    ...key,
    scope: 'upload_releases',
    method: 'POST',
    path: '/releases/',
    summary: 'Upload a release',
    description:
      'For a build pipeline: the body is the file itself, of at most 500 MB; of the loader a Windows program. Sent again, the same file under the same version is the same release. Nobody gets it before it is promoted.',
    duringMaintenance: true,
    consumes: 'application/octet-stream',
    query: z.object({
      version: releaseVersion,
      sha256: sha256.meta({ description: 'Of the file, in hex: another one is not taken' }),
      product: pathId.optional().meta({ description: 'Whose module it is; left out: the loader' }),
      channel: channel.default('stable'),
      minimum: minimum.default(''),
      // Query strings end up in proxy logs, which truncate them.
      notes: z.string().trim().max(1000, 'Notes have at most 1,000 characters here').default(''),
    }),
    result: release,
    status: 201,
    refusals: newRefusals,
  }),
  promote: endpoint({
    ...key,
    scope: 'promote_releases',
    method: 'POST',
    path: '/releases/{id}/promote',
    summary: 'Offer a release in its channel',
    description:
      'For a build pipeline. To so many percent; the rest keep what they were offered before.',
    duringMaintenance: true,
    params,
    body: z.object({ percent: percent.default(100) }),
    result: release,
    refusals: { ...lacking, ...minimumRefusals },
  }),
}
