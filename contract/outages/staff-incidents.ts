import * as z from 'zod'
import { endpoint } from '#contract/wire/endpoint.ts'
import { paged } from '#contract/wire/lists.ts'
import { refusals } from '#contract/wire/refusals.ts'
import { revision, revisionRefusals, seenRevision } from '#contract/wire/revisions.ts'
import { line } from '#contract/wire/text.ts'
import { id, pathId, timestamp } from '#contract/wire/wire.ts'
import { batchEffects } from './credits.ts'
import { incident } from './incidents.ts'
import { moduleName, moduleRefusals, serviceStatus } from './status.ts'

export const longestIncidentText = 4000
const text = z
  .string()
  .trim()
  .min(1, 'Describe what is happening')
  .max(longestIncidentText, `Please use at most ${longestIncidentText} characters`)

export const staffIncident = incident
  .extend({
    by: z.string().meta({ description: 'The user who opened or planned it' }),
    batch: id.nullable().meta({ description: 'The batch that compensates for it' }),
    batch_confirmed: z.boolean().meta({ description: 'A confirmed batch no longer changes' }),
    revision,
  })
  .meta({ id: 'StaffIncident' })
export type StaffIncident = z.input<typeof staffIncident>

export const newIncident = z.object({
  title: line(120, 'Enter a title'),
  repos: z.array(moduleName).min(1, 'Choose a module').max(100),
  status: serviceStatus.meta({ description: 'Status of the modules during the incident' }),
  text,
  starts_at: timestamp
    .nullable()
    .optional()
    .meta({ description: 'Default: now. A time in the future makes it planned maintenance' }),
  planned_end: timestamp.nullable().optional(),
})

/** Maximum number of subscriptions that a preview covers. */
export const mostRehearsedRuns = 20_000

/**
 * The immediate effects of closing or correcting an incident for customers whose time is or was
 * frozen.
 */
export const incidentEffects = batchEffects
  .pick({ people: true, runs: true, seconds: true, worth: true, left_out: true })
  .extend({
    seen: z.string().meta({ description: 'Fingerprint of these effects: send it with the action' }),
    goes_on: z
      .array(z.string())
      .meta({ description: 'Products whose time is frozen now and continues' }),
    drafted: z
      .array(z.string())
      .meta({ description: 'Products that are compensated by a batch, which staff confirm' }),
    most: z
      .array(z.object({ uid: id, username: z.string(), product: z.string(), seconds: z.int() }))
      .meta({ description: 'The customers who get the most time, at most five' }),
    whole: z.boolean().meta({
      description: `False if only the first ${mostRehearsedRuns.toLocaleString('en-US')} subscriptions were counted`,
    }),
  })
  .meta({ id: 'IncidentEffects' })
export type IncidentEffects = z.input<typeof incidentEffects>

export const incidentRefusals = refusals({
  unknown_incident: [404, 'Incident not found'],
  incident_id_used: [409, 'This id already belongs to another incident. Use a new id.'],
  incident_over: [409, 'This incident has already ended'],
  incident_begun: [409, 'The incident has already started, so the start must be in the past'],
  incident_long_over: [
    409,
    'The incident ended more than 30 days ago, so its end can no longer be changed',
  ],
  incident_not_over: [409, 'The incident has not ended. Close it to set the end'],
  incident_too_old: [422, 'An incident can start at most 30 days ago'],
  incident_too_far: [422, 'Maintenance can be planned at most a year ahead'],
  incident_end_first: [422, 'The incident must end after it starts'],
  incident_end_past: [422, 'The end is in the past'],
  incident_end_later: [422, 'The end cannot be in the future'],
  effects_changed: [409, 'The compensation has changed. Review it and confirm again'],
})
const { unknown_incident, incident_over, incident_too_old, incident_too_far } = incidentRefusals
const { incident_end_first, incident_end_past, incident_end_later } = incidentRefusals
const { incident_begun, incident_id_used } = incidentRefusals
const { effects_changed, incident_not_over, incident_long_over } = incidentRefusals

const one = { params: z.object({ id: pathId }) }
const limit = { max: 60, seconds: 60, by: 'user' } as const
const closing = z.object({
  ended_at: timestamp
    .nullable()
    .optional()
    .meta({ description: 'End of the incident; default: now' }),
})
const seen = incidentEffects.shape.seen.max(64).optional()
const changes = z
  .object({
    title: newIncident.shape.title,
    repos: newIncident.shape.repos,
    starts_at: timestamp,
    planned_end: timestamp.nullable(),
    ended_at: timestamp,
  })
  .partial()
  .extend({ revision: seenRevision })
const changeRefusals = {
  unknown_incident,
  unknown_module: moduleRefusals.unknown_module,
  incident_over,
  incident_begun,
  incident_not_over,
  incident_long_over,
  incident_too_old,
  incident_too_far,
  incident_end_first,
  incident_end_later,
  ...revisionRefusals,
}
const closingRefusals = { unknown_incident, incident_over, incident_end_first, incident_end_later }

export const staffIncidents = {
  list: endpoint({
    method: 'GET',
    path: '/admin/incidents/',
    who: 'staff',
    can: 'manage_status',
    summary: 'List incidents and planned maintenance',
    description: 'Ongoing and planned incidents first, then newest first.',
    query: z.object(paged(25)),
    result: z.object({ incidents: z.array(staffIncident), total: z.int() }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/admin/incidents/{id}',
    who: 'staff',
    can: 'manage_status',
    summary: 'Read an incident',
    ...one,
    result: staffIncident,
    refusals: { unknown_incident },
  }),
  add: endpoint({
    method: 'POST',
    path: '/admin/incidents/',
    who: 'staff',
    can: 'manage_status',
    summary: 'Open an incident, or plan maintenance',
    description:
      'Its modules get its status when it starts. Subscribers of the status page are emailed. With an `id` from the caller the request is idempotent: repeating it creates no second incident.',
    limit,
    body: newIncident.extend({ id: z.uuid().optional() }),
    result: staffIncident,
    status: 201,
    refusals: {
      unknown_module: moduleRefusals.unknown_module,
      incident_id_used,
      incident_too_old,
      incident_too_far,
      incident_end_first,
      incident_end_past,
    },
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/admin/incidents/{id}',
    who: 'staff',
    can: 'manage_status',
    summary: 'Change the title, modules and times of an incident',
    description:
      'During the incident, added modules get its status, and removed modules are operational again unless another incident affects them. A batch that is not confirmed is recalculated; a confirmed batch stays as it is. Nobody is emailed. The start can be corrected, and the end too until 30 days after it. If customers’ time was frozen for longer as a result, they get the difference at once; time that was already given stays.',
    limit,
    ...one,
    body: changes.extend({ seen }),
    result: staffIncident,
    refusals: { ...changeRefusals, effects_changed },
  }),
  changeEffects: endpoint({
    method: 'POST',
    path: '/admin/incidents/{id}/effects',
    who: 'staff',
    can: 'manage_status',
    summary: 'Preview changing an incident',
    description: 'Runs the change in a transaction that is rolled back. Nothing changes.',
    limit,
    ...one,
    body: changes,
    result: incidentEffects,
    refusals: changeRefusals,
  }),
  update: endpoint({
    method: 'POST',
    path: '/admin/incidents/{id}/updates',
    who: 'staff',
    can: 'manage_status',
    summary: 'Post an incident update',
    description: 'Shown on the status page and emailed once.',
    limit,
    ...one,
    body: z.object({ text }),
    result: staffIncident,
    refusals: { unknown_incident, incident_over },
  }),
  effects: endpoint({
    method: 'GET',
    path: '/admin/incidents/{id}/close',
    who: 'staff',
    can: 'manage_status',
    summary: 'Preview closing an incident',
    description:
      'Who gets how much frozen time back. Runs in a transaction that is rolled back. Nothing changes.',
    limit,
    ...one,
    query: closing,
    result: incidentEffects,
    refusals: closingRefusals,
  }),
  close: endpoint({
    method: 'POST',
    path: '/admin/incidents/{id}/close',
    who: 'staff',
    can: 'manage_status',
    summary: 'Close an incident, or cancel planned maintenance',
    description:
      'Its modules are operational again, unless another incident affects them. Frozen time continues and everyone gets the frozen period back. For products with compensation by batch, a draft batch is created. With `seen` from the preview, the request is refused if the effects have changed since.',
    limit,
    ...one,
    body: closing.extend({ text, seen }),
    result: staffIncident,
    refusals: { ...closingRefusals, effects_changed },
  }),
}
