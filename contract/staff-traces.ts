import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { flag } from './lists.ts'
import { refusals } from './refusals.ts'
import { maxReleaseBytes } from './staff-releases.ts'
import { id, money, timestamp } from './wire.ts'

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
          .meta({ description: 'It paid for the time in which the copy was made and downloaded' }),
      }),
    )
    .max(latest)
    .meta({ description: 'Those that paid for the time of the copy first' }),
  downloads: z
    .array(
      z.object({
        address: z.string(),
        times: z.int(),
        of_copy: z.int().meta({ description: 'Of those, downloads of this very copy' }),
        first: timestamp,
        last: timestamp,
      }),
    )
    .max(latest)
    .meta({ description: 'By the address that downloaded' }),
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
      description: 'Sign-ins from a browser that was new; an address while it is signed in',
    }),
})

const copy = z.object({
  build: z.uuid(),
  version: z.string().nullable(),
  issued_at: timestamp.nullable(),
  tail: z.boolean().meta({ description: 'A block that the shop signed names it' }),
  slots: z.int().meta({ description: 'Slots that name it' }),
  of_slots: z.int().meta({ description: 'Slots of its release' }),
  customer: customer
    .nullable()
    .meta({ description: 'Null when the shop does not know it any more' }),
})
export type TracedCopy = z.input<typeof copy>

export const trace = z
  .object({
    verdict: verdict.meta({
      description:
        'certain: signature and hash hold; strong: by slots; mixed: several copies; changed: a signed block on other bytes; release: of nobody; looked_up: by the id of a build, no file was seen',
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
        'n: less than 1 of 10^n files has the slots of this copy by chance; of several copies, that of the least certain one',
    }),
    unchecked: z.object({ blocks: z.int(), slots: z.int() }).meta({
      description: 'Blocks and slots that were not checked, because 10,000 came before them',
    }),
    evidence: id
      .nullable()
      .meta({ description: 'As which the very file is kept; null: it is not' }),
    copies: z.array(copy).max(5),
    more: z.int().meta({ description: 'Copies that are named besides' }),
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
    summary: 'Trace a file to the copy that it was',
    description:
      'The body is the file, of at most 1,000 MB. It is never run, and kept only when `keep` says so, as evidence that administrators can download.',
    query: z.object({
      keep: flag.default(false),
      name: z
        .string()
        .trim()
        .max(200)
        .default('')
        .meta({ description: 'Of the file that is kept' }),
    }),
    consumes: 'application/octet-stream',
    limit,
    result: trace,
    refusals: refusals({
      file_too_large: [413, 'A file that is traced has at most 1,000 MB'],
      too_much_evidence: [
        409,
        'A hundred files are kept as evidence, which is the most. Delete one first, or trace this one without keeping it.',
      ],
    }),
  }),
  find: endpoint({
    ...staff,
    method: 'POST',
    path: '/admin/loader/traces/',
    summary: 'Trace a hash or the id of a build',
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
              'Enter a SHA-256 of 64 digits, or the id of a build',
            ),
        ),
    }),
    result: trace,
  }),
}
