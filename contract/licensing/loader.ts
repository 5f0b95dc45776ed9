import * as z from 'zod'
import { productDetails } from '#contract/catalogue/product-details.ts'
import { noMailServer } from '#contract/platform/mail.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { commonRefusals, refusals } from '#contract/wire/refusals.ts'
import { id, timestamp } from '#contract/wire/wire.ts'
import { loaderCodes } from './loader-codes.ts'

export const loaderStatus = z
  .object({
    binary: z.string().nullable().meta({
      description: 'Download URL; null until the loader is ready',
      example: '/api/loader/',
    }),
    version: z.string().meta({ example: '1.4.2' }),
    status: z.enum(['building', 'ready', 'failed']),
    file_name: z.string().meta({ example: 'Loadout-1.4.2.exe' }),
    size: z.int().nullable().meta({ description: 'In bytes; null until ready' }),
    requested_at: timestamp,
    withdrawn: z
      .boolean()
      .meta({ description: 'Staff revoked it and it no longer runs. Request the loader again' }),
    outdated: z
      .boolean()
      .meta({ description: 'A newer release exists. Request the loader again to get it' }),
  })
  .meta({ id: 'LoaderStatus' })
export type LoaderStatus = z.input<typeof loaderStatus>

/** For the loader's file, on every endpoint that serves it. */
export const loaderFileRefusals = refusals({
  no_loader: [404, 'There is no loader to download yet'],
  withdrawn: [403, `${loaderCodes.BUILD_REVOKED.sentence} ${loaderCodes.BUILD_REVOKED.advice}`],
  range_too_far: [416, 'The requested range is beyond the end of the file'],
})

const subscribersOnly = refusals({
  no_subscription: [403, 'An active subscription is required'],
})

export const loader = {
  status: endpoint({
    method: 'GET',
    path: '/loader/',
    who: 'user',
    summary: 'Read the state of my loader, or download it',
    description:
      'JSON, or null if none was requested. With `Accept: application/octet-stream` or `?download=1` the response is the file `{product}-{version}.exe`, with support for range requests. If files are stored in a bucket, the response can be a 302 redirect to a URL that is valid for five minutes.',
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
      'Builds the current release for this customer. If a build is running, or the customer has a valid copy of that release, the response is the existing one. After a failure the build is retried.',
    limit: { max: 10, seconds: 600, by: 'user' },
    result: loaderStatus,
    status: 202,
    refusals: {
      ...subscribersOnly,
      ...refusals({ no_release: [503, 'There is no release to build from yet'] }),
    },
  }),
  requirements: endpoint({
    method: 'GET',
    path: '/loader/requirements',
    who: 'user',
    summary: 'List what my products require',
    description:
      'Each product with an active subscription, by name, without the products that list no requirements.',
    result: z.array(
      z.object({
        id,
        name: z.string().meta({ example: 'Counter-Strike 2' }),
        requirements: productDetails.shape.requirements,
      }),
    ),
  }),
  mailLink: endpoint({
    method: 'POST',
    path: '/loader/mail-link',
    who: 'user',
    summary: 'Email me the link to my loader',
    description:
      'For customers on a phone, which cannot run the loader. The link opens the loader page, which requires signing in.',
    limit: { max: 3, seconds: 600, by: 'user' },
    result: z.object({ email: z.string().meta({ description: 'Where the email was sent' }) }),
    refusals: noMailServer,
  }),
  verify: endpoint({
    method: 'POST',
    path: '/loader/verify',
    who: 'user',
    summary: 'Check whether a file is a loader that was issued to me',
    description:
      'Looks up its SHA-256 among my own loaders. For anything else, such as another customer’s or a modified loader, the response is `unknown`.',
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
    summary: 'Get the key that verifies loader stamps',
    result: z.object({
      algorithm: z.literal('Ed25519'),
      key_id: z.string(),
      pem: z.string().meta({ description: 'SPKI in PEM' }),
    }),
  }),
}
