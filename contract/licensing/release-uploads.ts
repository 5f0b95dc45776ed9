import * as z from 'zod'
import { endpoint } from '#contract/wire/endpoint.ts'
import { productRefusals } from '#contract/wire/product-refusals.ts'
import { refusals } from '#contract/wire/refusals.ts'
import { line } from '#contract/wire/text.ts'
import { done, pathId, timestamp } from '#contract/wire/wire.ts'
import { releaseVersion } from './releases.ts'
import { fileRefusals, minimum, release, sha256, staffReleases } from './staff-releases.ts'

/** Maximum number of unfinished uploads per person. */
export const mostUploads = 5

export const releaseUpload = z
  .object({
    id: z.uuid(),
    file_name: z.string(),
    size: z.int().meta({ description: 'Size of the whole file in bytes' }),
    received: z.int().meta({ description: 'Bytes received so far, from the start' }),
    sha256: z.string(),
    created_at: timestamp,
  })
  .meta({ id: 'ReleaseUpload' })
export type ReleaseUpload = z.input<typeof releaseUpload>

export const uploadRefusals = refusals({
  not_tus: [400, 'Unsupported upload protocol: expected tus 1.0.0'],
  unknown_upload: [404, 'This upload no longer exists. Start it again.'],
  wrong_offset: [
    409,
    'The upload has continued elsewhere. Read its offset and continue from there.',
  ],
  part_too_long: [413, 'More data was sent than the file contains. Start the upload again.'],
  too_many_uploads: [409, 'You have {most} unfinished uploads. Discard one of them first.'],
})

const announced = z.object({
  file_name: line(255, 'Enter the file name'),
  sha256: sha256.meta({ description: 'SHA-256 of the whole file, in hex' }),
  version: releaseVersion,
  product: pathId.optional(),
  minimum: minimum.default(''),
})
const beginRefusals = {
  not_tus: uploadRefusals.not_tus,
  too_many_uploads: uploadRefusals.too_many_uploads,
  empty_file: fileRefusals.empty_file,
  release_too_large: fileRefusals.release_too_large,
  release_exists: staffReleases.add.refusals.release_exists,
  minimum_above: staffReleases.add.refusals.minimum_above,
  unknown_product: productRefusals.unknown_product,
}
const sendRefusals = {
  not_tus: uploadRefusals.not_tus,
  unknown_upload: uploadRefusals.unknown_upload,
  wrong_offset: uploadRefusals.wrong_offset,
  part_too_long: uploadRefusals.part_too_long,
}
const findRefusals = {
  not_tus: uploadRefusals.not_tus,
  unknown_upload: uploadRefusals.unknown_upload,
}

const staff = { who: 'staff', can: 'manage_loader' } as const
const params = z.object({ id: z.uuid() })
const headers =
  'Uses [tus 1.0.0](https://tus.io/protocols/resumable-upload) with the header `Tus-Resumable: 1.0.0`.'

/** Uploads a file in parts. `staffReleases.add` then creates a release from it. */
export const releaseUploads = {
  list: endpoint({
    ...staff,
    method: 'GET',
    path: '/admin/loader/uploads/',
    summary: 'List my uploads that are not releases yet',
    description: `Newest first, at most ${mostUploads}. Deleted a day after the last data arrived.`,
    result: z.object({ uploads: z.array(releaseUpload) }),
  }),
  begin: endpoint({
    ...staff,
    method: 'POST',
    path: '/admin/loader/uploads/',
    summary: 'Start a resumable upload',
    description: `${headers} \`Upload-Length\` is the size of the file, at most 500 MB; \`Location\` is the URL for its parts. The release details are validated now, before any data is sent.`,
    query: announced,
    result: z.null(),
    status: 201,
    refusals: beginRefusals,
  }),
  find: endpoint({
    ...staff,
    method: 'HEAD',
    path: '/admin/loader/uploads/{id}',
    summary: 'Read the offset of an upload',
    description: `${headers} \`Upload-Offset\` is where to continue.`,
    params,
    result: z.null(),
    refusals: findRefusals,
  }),
  send: endpoint({
    ...staff,
    method: 'PATCH',
    path: '/admin/loader/uploads/{id}',
    summary: 'Send the next part of an upload',
    description: `${headers} \`Upload-Offset\` is where the part starts. If the connection breaks, the data received so far is kept.`,
    params,
    consumes: 'application/offset+octet-stream',
    result: z.null(),
    status: 204,
    refusals: sendRefusals,
  }),
  discard: endpoint({
    ...staff,
    method: 'DELETE',
    path: '/admin/loader/uploads/{id}',
    summary: 'Discard an upload',
    description: 'A release that was created from it stays.',
    params,
    result: done,
    refusals: { unknown_upload: uploadRefusals.unknown_upload },
  }),
}

const key = {
  who: 'key',
  scope: 'upload_releases',
  limit: { max: 60, seconds: 60, by: 'address' },
  duringMaintenance: true,
} as const

/** The same for a build pipeline, authorised by the key that started the upload. */
export const pipelineUploads = {
  begin: endpoint({
    ...key,
    method: 'POST',
    path: '/releases/uploads/',
    summary: 'Start a resumable upload from a build pipeline',
    description: `${headers} \`Upload-Length\` is the size of the file, at most 500 MB; \`Location\` is the ID of the upload. Repeating the request within a day with the same file and version returns the same upload.`,
    query: announced,
    result: z.null(),
    status: 201,
    refusals: beginRefusals,
  }),
  find: endpoint({
    ...key,
    method: 'HEAD',
    path: '/releases/uploads/{id}',
    summary: 'Read the offset of a pipeline’s upload',
    description: `${headers} \`Upload-Offset\` is where to continue.`,
    params,
    result: z.null(),
    refusals: findRefusals,
  }),
  send: endpoint({
    ...key,
    method: 'PATCH',
    path: '/releases/uploads/{id}',
    summary: 'Send a pipeline’s file, or the rest of it',
    description: `${headers} \`Upload-Offset\` is where the data starts. If the connection breaks, the data received so far is kept.`,
    params,
    consumes: 'application/offset+octet-stream',
    result: z.null(),
    status: 204,
    refusals: sendRefusals,
  }),
  discard: endpoint({
    ...key,
    method: 'DELETE',
    path: '/releases/uploads/{id}',
    summary: 'Discard a pipeline’s upload',
    description: 'A release that was created from it stays.',
    params,
    result: done,
    refusals: { unknown_upload: uploadRefusals.unknown_upload },
  }),
  take: endpoint({
    ...key,
    method: 'POST',
    path: '/releases/uploads/{id}/release',
    summary: 'Create a release from a pipeline’s upload',
    description:
      'For a build pipeline. Repeating the request returns the same release. Customers get the release only after it is promoted.',
    params,
    body: staffReleases.add.body.omit({ upload: true }),
    result: release,
    status: 201,
    refusals: staffReleases.add.refusals,
  }),
}
