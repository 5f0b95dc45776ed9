import * as z from 'zod'
import { components } from '#contract/wire/components.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { productRefusals } from '#contract/wire/product-refusals.ts'
import { commonRefusals, refusals } from '#contract/wire/refusals.ts'
import { line } from '#contract/wire/text.ts'
import { timestamp } from '#contract/wire/wire.ts'
import { loaderFileRefusals } from './loader.ts'
import { loaderCodeNames } from './loader-codes.ts'
import { channel } from './releases.ts'

/** The path of the loader API, below the API base. */
export const loaderBase = '/loader/v1'

/** Maximum clock skew of a loader, in seconds. */
export const mostSkew = 120

const base64url = (most: number) =>
  z
    .string()
    .regex(/^[\w-]+$/, 'Base64url, without padding')
    .max(most)
const stamp = base64url(2048).meta({
  description:
    'Signed block at the end of the loader’s own file, from its payload to its magic, in base64url',
})
const slug = z.string().max(200).meta({ example: 'counter-strike-2' })

const answer = {
  code: z.enum(loaderCodeNames),
  sentence: z.string().meta({ description: 'Message for users' }),
  advice: z.string().meta({ description: 'What the user can do; empty if nothing' }),
  retry_after: z
    .int()
    .nullable()
    .meta({ description: 'With `RATE_LIMITED`: seconds to wait; otherwise null' }),
  nonce: z.string().meta({ description: 'Nonce of the request' }),
  time: z.int().meta({ description: 'Server time, in milliseconds since 1970' }),
}

const signed = 'Request and response are signed: see docs/loader.md.'
const going = { duringMaintenance: true } as const

const offered = {
  version: z.string(),
  channel,
  minimum: z
    .string()
    .nullable()
    .meta({ description: 'Oldest loader version that can run this release' }),
  notes: z.string().meta({ description: 'Markdown' }),
}

const tokens = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int().meta({ description: 'In seconds' }),
  refresh_token: z.string(),
  time: z.int(),
})

export const loaderApi = {
  pair: endpoint({
    method: 'POST',
    path: `${loaderBase}/pair`,
    who: 'anyone',
    summary: 'Start linking a loader',
    description:
      'The device authorization request of RFC 8628, as JSON. Show the code and open the URL, where the customer approves it. Nothing is linked before that.',
    limit: { max: 60, seconds: 3600, by: 'address' },
    ...going,
    body: z.object({
      public_key: base64url(43)
        .min(43)
        .meta({ description: 'Ed25519 public key: the 32 bytes of RFC 8032 in base64url' }),
      name: line(60).meta({ description: 'Name of the device', example: 'GAMING-PC' }),
      os: line(60).meta({ example: 'Windows 11' }),
      build: stamp.optional(),
    }),
    result: z.object({
      device_code: z.string(),
      user_code: z.string().meta({ example: 'WDJB-MJHT' }),
      verification_uri: z.string(),
      verification_uri_complete: z.string(),
      expires_in: z.int(),
      interval: z.int().meta({ description: 'Seconds to wait between polls' }),
    }),
  }),
  token: endpoint({
    method: 'POST',
    path: `${loaderBase}/token`,
    who: 'anyone',
    summary: 'Fetch the tokens of a linked loader, or refresh them',
    description: `As in RFC 8628, with JSON bodies: its \`error\` is \`code\` here. The request is signed with the key from the linking request. A refresh returns a new access token; the refresh token stays valid.`,
    limit: { max: 600, seconds: 600, by: 'address' },
    ...going,
    body: z.union([
      z.object({ grant_type: z.literal('device_code'), device_code: z.string().max(100) }),
      z.object({ grant_type: z.literal('refresh_token'), refresh_token: z.string().max(100) }),
    ]),
    result: tokens,
    refusals: {
      bad_signature: commonRefusals.bad_signature,
      ...refusals({
        authorization_pending: [400, 'The customer has not answered yet'],
        slow_down: [400, 'Wait five seconds longer between polls'],
        access_denied: [400, 'The customer declined the request'],
        expired_token: [400, 'The code has expired. Start again'],
        invalid_grant: [400, 'This code or token is unknown or was revoked'],
      }),
    },
  }),
  keys: endpoint({
    method: 'GET',
    path: `${loaderBase}/keys`,
    who: 'anyone',
    summary: 'List the keys that verify responses and entitlements',
    description:
      'The first key signs; the others are about to sign or did earlier. A loader must trust only the keys that were built into it, not keys that it fetches here.',
    ...going,
    beforeOpening: true,
    result: z.object({
      keys: z.array(
        z.object({
          id: z.string(),
          algorithm: z.literal('Ed25519'),
          public_key: z.string().meta({ description: 'The 32 bytes of RFC 8032 in base64url' }),
          pem: z.string().meta({ description: 'SPKI in PEM' }),
        }),
      ),
    }),
  }),
  validate: endpoint({
    method: 'POST',
    path: `${loaderBase}/validate`,
    who: 'loader',
    summary: 'Check whether this device may run a product',
    description: `Binds the device on its first call and starts a session. ${signed}`,
    ...going,
    body: z.object({ product: slug, components, build: stamp.nullish() }),
    result: z.object({
      ...answer,
      next_release_at: timestamp
        .nullable()
        .meta({ description: 'When a device can be released again; null: now' }),
      minimum: z.string().nullable().meta({ description: 'Oldest version that may run' }),
      session: z
        .object({
          id: z.uuid(),
          beat_seconds: z.int().meta({ description: 'Heartbeat interval' }),
        })
        .nullable(),
      device: z.int().nullable(),
      ends_at: timestamp.nullable(),
      entitlement: z
        .object({ payload: z.string(), signature: z.string(), key: z.string() })
        .nullable()
        .meta({
          description:
            'For use while the shop cannot be reached; null if the product does not allow offline use',
        }),
    }),
    refusals: { unknown_product: productRefusals.unknown_product },
  }),
  heartbeat: endpoint({
    method: 'POST',
    path: `${loaderBase}/heartbeat`,
    who: 'loader',
    summary: 'Keep a session alive',
    description: `The session ends after three missed heartbeats; then validate again. ${signed}`,
    ...going,
    body: z.object({ session: z.uuid() }),
    result: z.object({ ...answer, beat_seconds: z.int() }),
  }),
  logout: endpoint({
    method: 'POST',
    path: `${loaderBase}/logout`,
    who: 'loader',
    summary: 'End a session',
    description: `The device stays linked. A session that has already ended returns the same response. ${signed}`,
    ...going,
    body: z.object({ session: z.uuid() }),
    result: z.object(answer),
  }),
  report: endpoint({
    method: 'POST',
    path: `${loaderBase}/report`,
    who: 'loader',
    summary: 'Report an infraction',
    description: `Sends what the loader noticed. Staff see it on the customer’s page. At most 4 kB, and 20 per hour for each customer. ${signed}`,
    ...going,
    body: z.object({
      kind: z
        .string()
        .regex(/^[a-z][a-z0-9_]{0,39}$/, 'Only lower-case letters, digits and “_”')
        .meta({ example: 'debugger_attached' }),
      reason: line(300),
      details: z.record(z.string().max(100), z.json()).default({}),
    }),
    bodyLimit: 4096,
    result: z.object(answer),
  }),
  release: endpoint({
    method: 'GET',
    path: `${loaderBase}/releases/{product}`,
    who: 'loader',
    summary: 'Get the module of a product for this customer',
    description: `Depends on the customer’s channel and the rollout; null if no release is offered. \`loader\` is the customer’s own copy of the loader in the same form; its URL is null while the copy is being built, so retry in a few seconds. URLs are valid for five minutes. ${signed}`,
    ...going,
    params: z.object({ product: slug }),
    result: z.object({
      ...answer,
      release: z
        .object({ ...offered, size: z.int(), sha256: z.string(), address: z.string() })
        .nullable(),
      loader: z
        .object({
          ...offered,
          size: z.int().nullable(),
          sha256: z.string().nullable(),
          address: z.string().nullable(),
        })
        .nullable(),
    }),
    refusals: { unknown_product: productRefusals.unknown_product },
  }),
  file: endpoint({
    method: 'GET',
    path: `${loaderBase}/files/{token}`,
    who: 'anyone',
    summary: 'Download the file of a module URL',
    description: 'Supports range requests, like `GET /loader/`.',
    ...going,
    params: z.object({ token: z.string().max(600) }),
    produces: 'application/octet-stream',
    result: z.string(),
    refusals: {
      ...loaderFileRefusals,
      ...refusals({ address_expired: [410, 'This URL has expired. Request a new one'] }),
    },
  }),
}
