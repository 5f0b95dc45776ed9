import * as z from 'zod'
import { components } from './components.ts'
import { endpoint } from './endpoint.ts'
import { loaderFileRefusals } from './loader.ts'
import { loaderCodeNames } from './loader-codes.ts'
import { productRefusals } from './products.ts'
import { commonRefusals, refusals } from './refusals.ts'
import { channel } from './releases.ts'
import { line } from './text.ts'
import { timestamp } from './wire.ts'

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
    'The signed block at the end of the loader’s own file, from its payload to its magic, in base64url',
})
const slug = z.string().max(200).meta({ example: 'counter-strike-2' })

const answer = {
  code: z.enum(loaderCodeNames),
  sentence: z.string().meta({ description: 'The code, for people' }),
  advice: z.string().meta({ description: 'What they can do; empty where there is nothing to do' }),
  retry_after: z
    .int()
    .nullable()
    .meta({ description: 'Of `RATE_LIMITED`: how many seconds to wait; else null' }),
  nonce: z.string().meta({ description: 'That of the request' }),
  time: z.int().meta({ description: 'The shop’s clock, milliseconds since 1970' }),
}

const signed = 'Signed, as is the answer: docs/loader.md says how.'
const going = { duringMaintenance: true } as const

const offered = {
  version: z.string(),
  channel,
  minimum: z
    .string()
    .nullable()
    .meta({ description: 'The oldest loader version that may run with this release' }),
  notes: z.string().meta({ description: 'Markdown' }),
}

const tokens = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int().meta({ description: 'Seconds' }),
  refresh_token: z.string(),
  time: z.int(),
})

export const loaderApi = {
  pair: endpoint({
    method: 'POST',
    path: `${loaderBase}/pair`,
    who: 'anyone',
    summary: 'Begin to pair a loader',
    description:
      'The device authorization request of RFC 8628, as JSON. Show the code and open the address: the customer approves there. Nothing is bound before they do.',
    limit: { max: 60, seconds: 3600, by: 'address' },
    ...going,
    body: z.object({
      public_key: base64url(43)
        .min(43)
        .meta({ description: 'Ed25519, the 32 bytes of RFC 8032 in base64url' }),
      name: line(60).meta({ description: 'Of the computer', example: 'GAMING-PC' }),
      os: line(60).meta({ example: 'Windows 11' }),
      build: stamp.optional(),
    }),
    result: z.object({
      device_code: z.string(),
      user_code: z.string().meta({ example: 'WDJB-MJHT' }),
      verification_uri: z.string(),
      verification_uri_complete: z.string(),
      expires_in: z.int(),
      interval: z.int().meta({ description: 'Seconds to wait between two looks' }),
    }),
  }),
  token: endpoint({
    method: 'POST',
    path: `${loaderBase}/token`,
    who: 'anyone',
    summary: 'Fetch the tokens of a pairing, or refresh them',
    description: `Of RFC 8628, as JSON: its \`error\` is \`code\` here. The request is signed with the key that the pairing named. A refresh makes a new access token; the refresh token stays.`,
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
        slow_down: [400, 'Wait five seconds longer between two looks'],
        access_denied: [400, 'The customer said no'],
        expired_token: [400, 'The code has expired: begin again'],
        invalid_grant: [400, 'This code or token is not known, or was revoked'],
      }),
    },
  }),
  keys: endpoint({
    method: 'GET',
    path: `${loaderBase}/keys`,
    who: 'anyone',
    summary: 'The keys that answers and entitlements verify with',
    description:
      'The first signs; others are about to, or did. A loader trusts those that it was built with, and no others: that it got them here says nothing.',
    ...going,
    beforeOpening: true,
    result: z.object({
      keys: z.array(
        z.object({
          id: z.string(),
          algorithm: z.literal('Ed25519'),
          public_key: z.string().meta({ description: 'The 32 bytes of RFC 8032 in base64url' }),
          pem: z.string().meta({ description: 'SPKI, PEM' }),
        }),
      ),
    }),
  }),
  validate: endpoint({
    method: 'POST',
    path: `${loaderBase}/validate`,
    who: 'loader',
    summary: 'Whether this computer may run a product now',
    description: `Binds the computer on its first call, and begins a session. ${signed}`,
    ...going,
    body: z.object({ product: slug, components, build: stamp.nullish() }),
    result: z.object({
      ...answer,
      next_release_at: timestamp
        .nullable()
        .meta({ description: 'When a computer can be released again; null: now' }),
      minimum: z.string().nullable().meta({ description: 'The oldest version that may run' }),
      session: z
        .object({
          id: z.uuid(),
          beat_seconds: z.int().meta({ description: 'How often to send a heartbeat' }),
        })
        .nullable(),
      device: z.int().nullable(),
      ends_at: timestamp.nullable(),
      entitlement: z
        .object({ payload: z.string(), signature: z.string(), key: z.string() })
        .nullable()
        .meta({
          description:
            'For when the shop cannot be reached; null where the product allows no time offline',
        }),
    }),
    refusals: { unknown_product: productRefusals.unknown_product },
  }),
  heartbeat: endpoint({
    method: 'POST',
    path: `${loaderBase}/heartbeat`,
    who: 'loader',
    summary: 'Keep a session running',
    description: `Three that are missed end it; then validate again. ${signed}`,
    ...going,
    body: z.object({ session: z.uuid() }),
    result: z.object({ ...answer, beat_seconds: z.int() }),
  }),
  logout: endpoint({
    method: 'POST',
    path: `${loaderBase}/logout`,
    who: 'loader',
    summary: 'End a session',
    description: `The computer stays paired. One that is over already is fine. ${signed}`,
    ...going,
    body: z.object({ session: z.uuid() }),
    result: z.object(answer),
  }),
  report: endpoint({
    method: 'POST',
    path: `${loaderBase}/report`,
    who: 'loader',
    summary: 'Report an infraction',
    description: `What the loader noticed: staff see it with the customer. At most 4 kB, and 20 in an hour of a customer. ${signed}`,
    ...going,
    body: z.object({
      kind: z
        .string()
        .regex(/^[a-z][a-z0-9_]{0,39}$/, 'Lower-case letters, digits and “_”')
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
    summary: 'The module of a product, as it is offered to this customer',
    description: `By their channel and the roll-out; null where none is offered. \`loader\` is the customer’s own copy of the loader in the same form: while it is being made its address is null, ask again in some seconds. Addresses are good for five minutes. ${signed}`,
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
    summary: 'The file that such an address names',
    description: 'With range requests, as `GET /loader/` has them.',
    ...going,
    params: z.object({ token: z.string().max(600) }),
    produces: 'application/octet-stream',
    result: z.string(),
    refusals: {
      ...loaderFileRefusals,
      ...refusals({ address_expired: [410, 'This address has expired: ask for another'] }),
    },
  }),
}
