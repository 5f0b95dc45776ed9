import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { loaderCodes } from './loader-codes.ts'
import { commonRefusals, refusals } from './refusals.ts'
import { timestamp } from './wire.ts'

export const loaderStatus = z
  .object({
    binary: z.string().nullable().meta({
      description: 'Where to download it; null while there is none',
      example: '/api/loader/',
    }),
    version: z.string().meta({ example: '1.4.2' }),
    status: z.enum(['building', 'ready', 'failed']),
    file_name: z.string().meta({ example: 'Loadout-1.4.2.exe' }),
    size: z.int().nullable().meta({ description: 'Bytes; null until ready' }),
    requested_at: timestamp,
    withdrawn: z
      .boolean()
      .meta({ description: 'Staff took it back: it runs no more. Request the loader again' }),
    outdated: z
      .boolean()
      .meta({ description: 'A newer release exists: request the loader again to get it' }),
  })
  .meta({ id: 'LoaderStatus' })
export type LoaderStatus = z.input<typeof loaderStatus>

/** For the loader's file, on every endpoint that serves it. */
export const loaderFileRefusals = refusals({
  no_loader: [404, 'There is no loader to download yet'],
  withdrawn: [403, `${loaderCodes.BUILD_REVOKED.sentence} ${loaderCodes.BUILD_REVOKED.advice}`],
  range_too_far: [416, 'The file is shorter than that'],
})

const subscribersOnly = refusals({
  no_subscription: [403, 'An active subscription is required'],
})

export const loader = {
  status: endpoint({
    method: 'GET',
    path: '/loader/',
    who: 'user',
    summary: 'My loader: its state, or the file',
    description:
      'JSON, or null when none was requested. Asked for `application/octet-stream`, or with `?download=1`, it sends the file as `{product}-{version}.exe`, with range requests; where files are in a bucket it may lead there with 302, to an address that is good for five minutes.',
    query: z.object({ download: z.literal('1').optional() }),
    result: loaderStatus.nullable(),
    refusals: {
      ...subscribersOnly,
      files_unavailable: commonRefusals.files_unavailable,
      ...loaderFileRefusals,
    },
  }),
  request: endpoint({
    method: 'POST',
    path: '/loader/',
    who: 'user',
    summary: 'Request my loader',
    description:
      'Starts a build of the current release, stamped for this customer. While one is being built the same is answered, and who has a good copy of that release keeps it; after a failure it tries again.',
    limit: { max: 10, seconds: 600, by: 'user' },
    result: loaderStatus,
    status: 202,
    refusals: {
      ...subscribersOnly,
      ...refusals({ no_release: [503, 'There is no release to build from yet'] }),
    },
  }),
  verify: endpoint({
    method: 'POST',
    path: '/loader/verify',
    who: 'user',
    summary: 'Whether a file is a loader that was issued to me',
    description:
      'By its SHA-256 alone, and only of my own: of anything else, another customer’s loader or a changed one, the answer is `unknown`.',
    limit: { max: 60, seconds: 600, by: 'user' },
    body: z.object({ sha256: z.hash('sha256') }),
    result: z.object({
      verdict: z.enum(['unchanged', 'withdrawn', 'unknown']),
      version: z.string().nullable(),
      issued_at: timestamp.nullable(),
    }),
  }),
  publicKey: endpoint({
    method: 'GET',
    path: '/loader/public-key',
    who: 'anyone',
    summary: 'The key that loader stamps verify with',
    result: z.object({
      algorithm: z.literal('Ed25519'),
      key_id: z.string(),
      pem: z.string().meta({ description: 'SPKI, PEM' }),
    }),
  }),
}
