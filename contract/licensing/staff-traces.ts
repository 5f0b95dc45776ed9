import * as z from 'zod'
import { endpoint } from '#contract/wire/endpoint.ts'
import { flag } from '#contract/wire/lists.ts'
import { refusals } from '#contract/wire/refusals.ts'
import { id, money, timestamp } from '#contract/wire/wire.ts'
import { maxReleaseBytes } from './staff-releases.ts'

/** Maximum size of a traced file, in bytes: it can hold two concatenated copies. */
export const maxTraceBytes = 2 * maxReleaseBytes

/** Maximum number of files stored as evidence at the same time. */
export const mostEvidence = 100

export const verdict = z.enum([
  'certain',
  'strong',
  'mixed',
  'changed',
  'release',
  'unknown',
  'looked_up',
])
export type Verdict = z.output<typeof verdict>

/** Only this many of the latest entries of each list are returned. */
const latest = 10

const customer = z.object({
  uid: id,
  username: z.string(),
  joined: timestamp,
  banned: z.boolean(),
  orders: z
    .array(
      z.object({
        id: z.uuid(),
        total: money,
        status: z.string(),
        at: timestamp,
        paid_for_copy: z
          .boolean()
          .meta({ description: 'It paid for the time in which the copy was built and downloaded' }),
      }),
    )
    .max(latest)
    .meta({ description: 'Orders that paid for the copy’s time come first' }),
  downloads: z
    .array(
      z.object({
        address: z.string(),
        times: z.int(),
        of_copy: z.int().meta({ description: 'Of these, downloads of this exact copy' }),
        first: timestamp,
        last: timestamp,
      }),
    )
    .max(latest)
    .meta({ description: 'By IP address' }),
  devices: z
    .array(
      z.object({
        name: z.string(),
        os: z.string(),
        first_seen: timestamp,
        last_seen: timestamp,
        released_at: timestamp.nullable(),
      }),
    )
    .max(latest),
  resets: z
    .array(z.object({ kind: z.string(), at: timestamp, by: z.string().nullable() }))
    .max(latest)
    .meta({ description: 'Devices that were released, reset or did not match' }),
  browsers: z
    .array(z.object({ at: timestamp, device: z.string(), address: z.string().nullable() }))
    .max(latest)
    .meta({
      description: 'Sign-ins from new browsers; the address is known while the session lasts',
    }),
})

const copy = z.object({
  build: z.uuid(),
  version: z.string().nullable(),
  issued_at: timestamp.nullable(),
  tail: z.boolean().meta({ description: 'Identified by a block that the shop signed' }),
  slots: z.int().meta({ description: 'Slots that identify it' }),
  of_slots: z.int().meta({ description: 'Total slots of its release' }),
  customer: customer
    .nullable()
    .meta({ description: 'Null if the shop no longer knows the customer' }),
})
export type TracedCopy = z.input<typeof copy>

export const trace = z
  .object({
    verdict: verdict.meta({
      description:
        'certain: signature and hash are valid; strong: identified by slots; mixed: several copies; changed: a signed block in a modified file; release: an unmarked release, no customer; looked_up: found by build ID, without a file',
    }),
    sha256: z.string().nullable(),
    size: z.int().nullable(),
    release: z
      .object({
        id,
        version: z.string(),
        product: z.string().nullable(),
        slots: z.int(),
        signed: z.boolean(),
      })
      .nullable(),
    error_below: z.int().nullable().meta({
      description:
        'n: the chance of a random match with this copy’s slots is below 1 in 10^n; for several copies, that of the least certain one',
    }),
    unchecked: z.object({ blocks: z.int(), slots: z.int() }).meta({
      description: 'Blocks and slots that were not checked because of the limit of 10,000',
    }),
    evidence: id
      .nullable()
      .meta({ description: 'Evidence record of the stored file; null if it was not stored' }),
    copies: z.array(copy).max(5),
    more: z.int().meta({ description: 'Number of further copies found' }),
  })
  .meta({ id: 'Trace' })
export type Trace = z.input<typeof trace>

const staff = { who: 'staff', can: 'manage_loader' } as const
const limit = { max: 60, seconds: 600, by: 'user' } as const

/** Finds the customer whose copy a file is. */
export const staffTraces = {
  file: endpoint({
    ...staff,
    method: 'POST',
    path: '/admin/loader/traces/file',
    summary: 'Trace a file to a customer’s copy',
    description:
      'The body is the file, at most 1,000 MB. It is never run. It is stored only with `keep`, as evidence that administrators can download.',
    query: z.object({
      keep: flag.default(false),
      name: z
        .string()
        .trim()
        .max(200)
        .default('')
        .meta({ description: 'Name for the stored file' }),
    }),
    consumes: 'application/octet-stream',
    limit,
    result: trace,
    refusals: refusals({
      file_too_large: [413, 'A traced file can have at most 1,000 MB'],
      too_much_evidence: [
        409,
        'You have reached the limit of 100 evidence files. Delete one first, or trace this file without storing it.',
      ],
    }),
  }),
  find: endpoint({
    ...staff,
    method: 'POST',
    path: '/admin/loader/traces/',
    summary: 'Trace a hash or a build ID',
    limit,
    body: z.object({
      of: z
        .string()
        .max(400)
        .trim()
        .toLowerCase()
        // Accepts a line of `sha256sum`, which also has the file name.
        .transform((text) => /^\\?([0-9a-f]{64})\s+\S/.exec(text)?.[1] ?? text)
        .pipe(
          z
            .string()
            .regex(
              /^([0-9a-f]{64}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/,
              'Enter a SHA-256 with 64 digits, or a build ID',
            ),
        ),
    }),
    result: trace,
  }),
}
