import * as z from 'zod'
import { batchEffects } from './credits.ts'
import { endpoint } from './endpoint.ts'
import { incident } from './incidents.ts'
import { paged } from './lists.ts'
import { refusals } from './refusals.ts'
import { revision, revisionRefusals, seenRevision } from './revisions.ts'
import { moduleName, moduleRefusals, serviceStatus } from './status.ts'
import { line } from './text.ts'
import { id, pathId, timestamp } from './wire.ts'

export const longestIncidentText = 4000
const text = z
  .string()
  .trim()
  .min(1, 'Say what is going on')
  .max(longestIncidentText, `Please keep it under ${longestIncidentText} characters`)

export const staffIncident = incident
  .extend({
    by: z.string().meta({ description: 'Who opened or planned it' }),
    batch: id.nullable().meta({ description: 'The batch that credits its time' }),
    batch_confirmed: z.boolean().meta({ description: 'So that it stays as it is' }),
    revision,
  })
  .meta({ id: 'StaffIncident' })
export type StaffIncident = z.input<typeof staffIncident>

export const newIncident = z.object({
  title: line(120, 'Enter a title'),
  repos: z.array(moduleName).min(1, 'Choose a module').max(100),
  status: serviceStatus.meta({ description: 'What the modules are while it goes on' }),
  text,
  starts_at: timestamp
    .nullable()
    .optional()
    .meta({ description: 'Now when it is left out; later than now it is a planned window' }),
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
    seen: z.string().meta({ description: 'Names all of this: send it with the act' }),
    goes_on: z
      .array(z.string())
      .meta({ description: 'Products whose time stands still now, and goes on' }),
    drafted: z
      .array(z.string())
      .meta({ description: 'Products whose time a batch credits, which staff confirm' }),
    most: z
      .array(z.object({ uid: id, username: z.string(), product: z.string(), seconds: z.int() }))
      .meta({ description: 'Who gets the most, at most five' }),
    whole: z.boolean().meta({
      description: `False: there are more runs than the first ${mostRehearsedRuns.toLocaleString('en-US')} that were looked at`,
    }),
  })
  .meta({ id: 'IncidentEffects' })
export type IncidentEffects = z.input<typeof incidentEffects>

export const incidentRefusals = refusals({
  unknown_incident: [404, 'This incident was not found'],
  incident_id_used: [409, 'This id belongs to another incident: ask with a new one'],
  incident_over: [409, 'This incident is over'],
  incident_begun: [409, 'It has begun: its beginning lies in the past'],
  incident_long_over: [409, 'It was over more than 30 days ago: its end stays'],
  incident_not_over: [409, 'It is not over: close it to say when it was'],
  incident_too_old: [422, 'An incident begins at most 30 days ago'],
  incident_too_far: [422, 'A window is planned at most a year ahead'],
  incident_end_first: [422, 'The end lies before the beginning'],
  incident_end_later: [422, 'The end lies in the future'],
  effects_changed: [409, 'What it gives has changed meanwhile. Look at it again'],
})
const { unknown_incident, incident_over, incident_too_old, incident_too_far } = incidentRefusals
const { incident_end_first, incident_end_later, incident_begun, incident_id_used } =
  incidentRefusals
const { effects_changed, incident_not_over, incident_long_over } = incidentRefusals

const one = { params: z.object({ id: pathId }) }
const limit = { max: 60, seconds: 60, by: 'user' } as const
const closing = z.object({
  ended_at: timestamp
    .nullable()
    .optional()
    .meta({ description: 'When it was over; now when it is left out' }),
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
    summary: 'Incidents and planned windows',
    description: 'Those that go on and are planned first, then the latest.',
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
    summary: 'Open an incident, or plan a window',
    description:
      'Its modules take its state with it, when it begins. Whoever follows the status page is mailed. With an `id` of the caller’s it counts once, however often it is sent.',
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
    },
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/admin/incidents/{id}',
    who: 'staff',
    can: 'manage_status',
    summary: 'Change what an incident is called, is about, and when it is or was',
    description:
      'Modules that it gets take its state while it goes on; those that it loses are operational again, unless another incident is about them. A batch that is not confirmed is found out anew, one that is stays as it is. Nobody is mailed. Its beginning can be corrected, and for 30 days after it is over its end: what stood still longer by that is given at once, what was given stays.',
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
    summary: 'What changing an incident would give',
    description: 'It is changed and changed back, and nothing is given.',
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
    summary: 'Tell how an incident goes on',
    description: 'Shown on the status page and mailed, once.',
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
    summary: 'What closing an incident would give',
    description:
      'To whom and how much, of time that stands still by it. It is closed and opened again, and nothing is given.',
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
    summary: 'Close an incident, or call a planned window off',
    description:
      'Its modules are operational again, unless another incident is about them. Where the time of a product stands still, it goes on and everybody gets what stood still; where it is to be credited, a draft of the batch is made. With what was `seen` before it is refused when something else would be given now.',
    limit,
    ...one,
    body: closing.extend({ text, seen }),
    result: staffIncident,
    refusals: { ...closingRefusals, effects_changed },
  }),
}
