import * as z from 'zod'
import { staffInfractions } from '#contract/licensing/infractions.ts'
import { verdict } from '#contract/licensing/staff-traces.ts'
import { shopEvent, shopOrKeyEvent, staffEvent } from './event.ts'

const version = z.object({ version: z.string() })
const channel = z.enum(['stable', 'beta'])
const minimum = z.string()
const notes = z.string()
const percent = z.int()
/** Number of builds by their state, before or after. */
const states = z.object({ active: z.int(), suspended: z.int(), revoked: z.int() })
const edited = z.object({ notes, channel, minimum }).partial()

const named = {
  release: z.int(),
  /** The product of a module; null: the loader. */
  product: z.int().nullable(),
  version: z.string(),
  channel,
}
const sample = { release: 9, product: null, version: '1.4.2', channel: 'stable' } as const

const keptFile = { evidence: z.int(), sha256: z.string(), size: z.int() }
const keptSample = {
  evidence: 4,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  size: 4_210_688,
}

export const loaderEvents = {
  'release.uploaded': shopOrKeyEvent({
    message: 'Release uploaded',
    data: z.object({
      ...named,
      minimum,
      /** In bytes. */
      size: z.int(),
      sha256: z.string(),
      notes,
    }),
    sample: {
      ...sample,
      minimum: '',
      size: 4_210_688,
      sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      notes: 'Starts faster',
    },
  }),
  'release.changed': shopEvent({
    message: 'Release changed',
    data: z.object({ release: z.int(), revision: z.int(), before: edited, after: edited }),
    sample: { release: 9, revision: 2, before: { minimum: '' }, after: { minimum: '1.3.0' } },
  }),
  'release.promoted': shopOrKeyEvent({
    message: 'Release promoted',
    data: z.object({ ...named, percent }),
    sample: { ...sample, percent: 10 },
  }),
  'release.rolled_out': shopOrKeyEvent({
    message: 'Rollout changed',
    data: z.object({
      ...named,
      percent,
      before: z.object({ percent }),
      after: z.object({ percent }),
    }),
    sample: { ...sample, percent: 50, before: { percent: 10 }, after: { percent: 50 } },
  }),
  'release.rolled_back': shopEvent({
    message: 'Release rolled back',
    data: z.object({ ...named, before: version, after: version }),
    sample: { ...sample, before: { version: '1.4.2' }, after: { version: '1.4.1' } },
  }),
  'build.retried': staffEvent({
    message: 'Failed loader build retried',
    data: z.object({ build: z.uuid(), error: z.string().nullable() }),
    sample: { build: '0b9f6d5e-3c8a-4f7e-9a41-6d2f1c0e8b57', error: 'The disk is full' },
  }),
  'build.revoked': shopEvent({
    message: 'Loaders revoked',
    data: z.object({
      revocation: z.int(),
      scope: z.enum(['build', 'customer', 'below']),
      build: z.uuid().nullable(),
      below: z.string().nullable(),
      state: z.enum(['suspended', 'revoked']),
      reason: z.string(),
      customers: z.int(),
      builds: z.int(),
      before: states,
      after: states,
    }),
    sample: {
      revocation: 3,
      scope: 'build',
      build: '0b9f6d5e-3c8a-4f7e-9a41-6d2f1c0e8b57',
      below: null,
      state: 'revoked',
      reason: 'It was for sale in a forum',
      customers: 1,
      builds: 1,
      before: { active: 1, suspended: 0, revoked: 0 },
      after: { active: 0, suspended: 0, revoked: 1 },
    },
  }),
  'build.restored': shopEvent({
    message: 'Loader revocation undone',
    data: z.object({
      revocation: z.int(),
      customers: z.int(),
      builds: z.int(),
      before: states,
      after: states,
    }),
    sample: {
      revocation: 3,
      customers: 1,
      builds: 1,
      before: { active: 0, suspended: 0, revoked: 1 },
      after: { active: 1, suspended: 0, revoked: 0 },
    },
  }),
  'builds.retried': shopEvent({
    message: 'Failed loader builds retried',
    data: z.object({ builds: z.int() }),
    sample: { builds: 12 },
  }),
  'copy.traced': shopEvent({
    message: 'Copy traced',
    data: z.object({
      verdict,
      sha256: z.string().nullable(),
      /** In bytes. */
      size: z.int().nullable(),
      builds: z.array(z.uuid()),
    }),
    sample: {
      verdict: 'strong',
      sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      size: 4_210_688,
      builds: ['0b9f6d5e-3c8a-4f7e-9a41-6d2f1c0e8b57'],
    },
  }),
  'evidence.kept': shopEvent({
    message: 'File stored as evidence',
    data: z.object({ ...keptFile, verdict, builds: z.array(z.uuid()) }),
    sample: {
      ...keptSample,
      verdict: 'strong',
      builds: ['0b9f6d5e-3c8a-4f7e-9a41-6d2f1c0e8b57'],
    },
  }),
  'evidence.downloaded': shopEvent({
    message: 'Evidence downloaded',
    data: z.object(keptFile),
    sample: keptSample,
  }),
  'evidence.deleted': shopEvent({
    message: 'Evidence deleted',
    data: z.object({ ...keptFile, reason: z.string() }),
    sample: { ...keptSample, reason: 'The case is closed' },
  }),
  'device.released': staffEvent({
    message: 'HWID reset',
    data: z.object({
      reason: z.string().optional(),
      before: z.object({ device: z.int().nullable() }),
      after: z.object({ device: z.null() }),
    }),
    sample: { before: { device: 31 }, after: { device: null } },
  }),
  'cooldown.lifted': staffEvent({
    message: 'Device cooldown lifted',
    data: z.object({ reason: z.string() }),
    sample: { reason: 'Their board broke' },
  }),
  'infraction.noted': staffEvent({
    message: 'Infraction recorded',
    data: z.object({
      infraction: z.int(),
      type: z.enum(staffInfractions.map(({ type }) => type)),
      reason: z.string(),
    }),
    sample: { infraction: 12, type: 'leak', reason: 'Their build was for sale in a forum' },
  }),
  'infractions.cleared': staffEvent({
    message: 'Infractions reset',
    data: z.object({
      before: z.object({ infraction_count: z.int() }),
      after: z.object({ infraction_count: z.int() }),
    }),
    sample: { before: { infraction_count: 2 }, after: { infraction_count: 0 } },
  }),
}
