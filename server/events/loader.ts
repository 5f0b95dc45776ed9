import * as z from 'zod'
import { staffInfractions } from '#contract/infractions.ts'
import { shopEvent, staffEvent } from './event.ts'

const release = z.int()
const version = z.object({ version: z.string().nullable() })

/** The loader, and the machines that it runs on. */
export const loaderEvents = {
  'release.uploaded': shopEvent({
    message: 'Loader release uploaded',
    data: z.object({
      release,
      version: z.string(),
      /** In bytes. */
      size: z.int(),
      sha256: z.string(),
      notes: z.string(),
    }),
    sample: {
      release: 9,
      version: '1.4.2',
      size: 4_210_688,
      sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      notes: 'Starts faster',
    },
  }),
  'release.made_current': shopEvent({
    message: 'Loader release made current',
    data: z.object({ release, before: version, after: version }),
    sample: { release: 9, before: { version: '1.4.1' }, after: { version: '1.4.2' } },
  }),
  'build.retried': staffEvent({
    message: 'Loader build tried again',
    data: z.object({ build: z.uuid(), error: z.string().nullable() }),
    sample: { build: '0b9f6d5e-3c8a-4f7e-9a41-6d2f1c0e8b57', error: 'The disk is full' },
  }),
  /** Of every customer whose last build failed. */
  'builds.retried': shopEvent({
    message: 'Failed loader builds tried again',
    data: z.object({ builds: z.int() }),
    sample: { builds: 12 },
  }),
  'device.released': staffEvent({
    message: 'HWID reset',
    data: z.object({
      /** In the words of who did it. */
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
    message: 'Infraction noted',
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
