import * as z from 'zod'
import { countedStates, modes, roundings } from '#contract/outages/credits.ts'
import { serviceStatus } from '#contract/outages/status.ts'
import { shopEvent } from './event.ts'

const incident = { incident: z.int(), title: z.string() }
const begun = z.object({
  ...incident,
  status: serviceStatus,
  modules: z.array(z.string()),
  starts_at: z.iso.datetime(),
})
const sample = { incident: 4, title: 'The overlay does not start' }
const sampleBegun = {
  ...sample,
  status: 'offline' as const,
  modules: ['overlay'],
  starts_at: '2026-03-04T18:00:00.000Z',
}

const changes = z
  .object({
    title: z.string(),
    modules: z.array(z.string()),
    starts_at: z.iso.datetime(),
    planned_end: z.iso.datetime().nullable(),
  })
  .partial()

const batch = { batch: z.int(), title: z.string() }
const sampleBatch = { batch: 9, title: 'The overlay does not start' }

const policy = z
  .object({
    repos: z.array(z.string()),
    states: z.array(z.enum(countedStates)),
    from_minutes: z.int(),
    mode: z.enum(modes),
    rounding: z.enum(roundings),
    factor: z.number(),
  })
  .partial()

export const incidentEvents = {
  'incident.opened': shopEvent({ message: 'Incident opened', data: begun, sample: sampleBegun }),
  'incident.planned': shopEvent({
    message: 'Maintenance planned',
    data: begun,
    sample: sampleBegun,
  }),
  'incident.changed': shopEvent({
    message: 'Incident changed',
    data: z.object({ ...incident, revision: z.int(), before: changes, after: changes }),
    sample: {
      ...sample,
      revision: 2,
      before: { modules: ['overlay'] },
      after: { modules: ['loader', 'overlay'] },
    },
  }),
  'incident.updated': shopEvent({
    message: 'Incident updated',
    data: z.object({ ...incident, text: z.string() }),
    sample: { ...sample, text: 'We have found the cause.' },
  }),
  'incident.closed': shopEvent({
    message: 'Incident closed',
    data: z.object({
      ...incident,
      /** The incident was a planned window that had not started. */
      cancelled: z.boolean(),
      /** The draft of the batch that credits the time. */
      batch: z.int().nullable(),
    }),
    sample: { ...sample, cancelled: false, batch: 9 },
  }),
  'credits.drafted': shopEvent({
    message: 'Compensation batch created',
    data: z.object({ ...batch, product: z.string(), hours: z.int() }),
    sample: { ...sampleBatch, product: 'Counter-Strike 2', hours: 48 },
  }),
  'credits.confirmed': shopEvent({
    message: 'Compensation batch confirmed',
    data: z.object({ ...batch, people: z.int() }),
    sample: { ...sampleBatch, people: 412 },
  }),
  'credits.dropped': shopEvent({
    message: 'Compensation batch discarded',
    data: z.object(batch),
    sample: sampleBatch,
  }),
  'credits.undone': shopEvent({
    message: 'Compensation batch undone',
    data: z.object(batch),
    sample: sampleBatch,
  }),
  'time_policy.changed': shopEvent({
    message: 'Compensation rule changed',
    data: z.object({
      /** The product. */
      time_policy: z.int(),
      product: z.string(),
      revision: z.int(),
      before: policy,
      after: policy,
    }),
    sample: {
      time_policy: 7,
      product: 'Counter-Strike 2',
      revision: 2,
      before: { from_minutes: 60 },
      after: { from_minutes: 30 },
    },
  }),
}
