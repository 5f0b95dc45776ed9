import * as z from 'zod'
import { endpoint } from '#contract/wire/endpoint.ts'
import { paged } from '#contract/wire/lists.ts'
import { productRefusals } from '#contract/wire/product-refusals.ts'
import { refusals } from '#contract/wire/refusals.ts'
import { revision, revisionRefusals, seenRevision } from '#contract/wire/revisions.ts'
import { id, pathId, timestamp } from '#contract/wire/wire.ts'
import { channel, releaseVersion } from './releases.ts'

/** Maximum size of a release, in bytes. */
export const maxReleaseBytes = 500 * 1024 * 1024

export const mostNotes = 20_000

/** For a file that is rejected as a release. */
export const fileRefusals = refusals({
  release_too_large: [413, 'A release can have at most 500 MB'],
  not_a_program: [422, 'This file is not a Windows program'],
  too_many_slots: [422, 'A release can have at most 256 slots for marks'],
  empty_file: [422, 'This file is empty'],
  signed_otherwise: [
    422,
    'This program’s signature leaves no room for marks: there must be exactly one signature, at the end of the file. Sign it again, or upload it unsigned.',
  ],
  hash_differs: [
    422,
    'The file was damaged during the upload: its SHA-256 does not match. Upload it again.',
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
      .meta({ description: 'Product of the module; null for the loader' }),
    version: z.string().meta({ example: '1.4.2' }),
    channel,
    minimum: z.string().nullable().meta({
      description: 'Oldest loader version that can run this release; null for any',
    }),
    percent: z
      .int()
      .meta({ description: 'Rollout in percent of the eligible customers, once it is promoted' }),
    notes: z.string().meta({ description: 'Markdown' }),
    notes_html: z.string(),
    size: z.int().meta({ description: 'In bytes' }),
    sha256: z.string(),
    slots: z.int().meta({
      description:
        'Slots for marks that identify a copy even if its end was cut off; a loader with 0 slots is only marked at its end',
    }),
    signed: z.boolean().meta({
      description: 'It has an Authenticode signature, so its copies are only marked at the end',
    }),
    current: z.boolean().meta({ description: 'It is the last promoted release of its channel' }),
    previous: z.string().nullable().meta({
      description: 'Release that becomes current if this one is rolled back; null if there is none',
    }),
    offered: z.boolean().meta({ description: 'It was promoted and not rolled back' }),
    revision,
    created_at: timestamp,
    created_by: z.string().nullable().meta({ description: 'The user who uploaded it' }),
    api_key: z
      .string()
      .nullable()
      .meta({ description: 'The API key of the pipeline that uploaded it' }),
    builds: z
      .object({ ready: z.int(), building: z.int(), failed: z.int() })
      .meta({ description: 'Loaders built from it, by state; one per customer' }),
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
    'This release needs loader {minimum}, but some customers are offered at most {offered}. Promote a newer loader to everybody first, or lower the minimum.',
  ],
})

const aboveRefusals = refusals({
  minimum_above: [422, 'A loader cannot require a newer version than itself'],
})

const notes = z.string().trim().max(mostNotes, 'Notes can have at most 20,000 characters')

/** The errors of endpoints that make a release of an uploaded file. */
const newRefusals = {
  ...fileRefusals,
  ...refusals({
    release_exists: [409, 'Release {version} already exists'],
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
    summary: 'List the releases of the loader and its modules',
    description: 'Newest first.',
    query: z.object({
      ...paged(10),
      kind: kind.optional(),
      product: pathId.optional().meta({ description: 'Only the module of this product' }),
      channel: channel.optional(),
    }),
    result: z.object({ releases: z.array(release), total: z.int() }),
  }),
  add: endpoint({
    ...staff,
    method: 'POST',
    path: '/admin/loader/releases/',
    summary: 'Create a release from an uploaded file',
    description:
      'A loader must be a Windows program. The SHA-256 is compared with the one from the start of the upload. Repeating the request returns the same release. Customers get the release only after it is promoted.',
    body: z.object({
      upload: z.uuid().meta({ description: 'A completed upload' }),
      version: releaseVersion,
      product: id.optional().meta({ description: 'Product of the module; default: the loader' }),
      channel: channel.default('stable'),
      minimum: minimum.default(''),
      notes: notes.default(''),
    }),
    result: release,
    status: 201,
    refusals: {
      ...newRefusals,
      ...refusals({
        upload_missing: [404, 'This upload no longer exists. Upload the file again.'],
        upload_unfinished: [409, 'The upload is not complete. Finish it first.'],
        upload_used: [409, 'This upload is already release {version}'],
      }),
    },
  }),
  change: endpoint({
    ...staff,
    method: 'PATCH',
    path: '/admin/loader/releases/{id}',
    summary: 'Edit a release’s notes, channel or minimum loader',
    description:
      'A new channel applies from the next promotion: customers with the current offer keep it.',
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
    summary: 'Preview promoting or rolling back a release',
    description: 'Uses the same rule that offers releases. Changes nothing.',
    params,
    query: z.object({
      act: z.enum(['promote', 'roll_back']),
      percent: z.coerce.number().int().min(0).max(100).default(100),
    }),
    result: z.object({
      over: id
        .nullable()
        .meta({ description: 'Current release of its channel: send it with the promotion' }),
      customers: z
        .int()
        .meta({ description: 'Customers with an active subscription in its channel' }),
      before: z.int().meta({ description: 'Of these, customers that are offered it now' }),
      after: z.int().meta({ description: 'Of these, customers who would be offered it' }),
      too_old: z.int().meta({
        description: 'Of these, customers who must update their loader before they can play',
      }),
      others: z
        .array(z.object({ version: z.string().nullable(), customers: z.int() }))
        .meta({ description: 'Releases that the other customers would be offered' }),
    }),
    refusals: lacking,
  }),
  promote: endpoint({
    ...staff,
    method: 'POST',
    path: '/admin/loader/releases/{id}/promote',
    summary: 'Promote a release in its channel',
    description:
      'Sets the rollout in percent; the other customers keep the release that they were offered before. For the current release this changes the percentage. Raising it takes the release from nobody.',
    params,
    body: z.object({
      percent: percent.default(100),
      over: id.nullable().optional().meta({
        description:
          'The current release that the preview showed, or null if there was none. Refused if another one is current by now. Without it, nothing is checked',
      }),
    }),
    result: release,
    refusals: {
      ...lacking,
      ...minimumRefusals,
      ...refusals({
        promoted_meanwhile: [
          409,
          '{version} was promoted in the meantime. Review it and try again',
        ],
      }),
    },
  }),
  rollBack: endpoint({
    ...staff,
    method: 'POST',
    path: '/admin/loader/releases/{id}/roll-back',
    summary: 'Roll back the current release',
    description: 'The previously promoted release is offered again.',
    params,
    body: z.object({}),
    result: release,
    refusals: {
      ...lacking,
      ...refusals({
        not_current: [409, 'This is no longer the current release of its channel'],
        nothing_before: [
          409,
          'There is no earlier release to roll back to. Set the rollout to 0 percent to stop this one.',
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
      'For a build pipeline. The body is the file itself, at most 500 MB; a loader must be a Windows program. Repeating the request with the same file and version returns the same release. Customers get the release only after it is promoted.',
    duringMaintenance: true,
    consumes: 'application/octet-stream',
    query: z.object({
      version: releaseVersion,
      sha256: sha256.meta({ description: 'Of the file, in hex; any other file is refused' }),
      product: pathId
        .optional()
        .meta({ description: 'Product of the module; default: the loader' }),
      channel: channel.default('stable'),
      minimum: minimum.default(''),
      // Query strings end up in proxy logs, which truncate them.
      notes: z
        .string()
        .trim()
        .max(1000, 'Notes can have at most 1,000 characters here')
        .default(''),
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
    summary: 'Promote a release in its channel',
    description:
      'For a build pipeline. Sets the rollout in percent; the other customers keep the release that they were offered before.',
    duringMaintenance: true,
    params,
    body: z.object({ percent: percent.default(100) }),
    result: release,
    refusals: { ...lacking, ...minimumRefusals },
  }),
}
