import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { serviceStatus } from './status.ts'
import { id, timestamp } from './wire.ts'

export const incidentState = z.enum(['planned', 'open', 'closed', 'cancelled'])
export type IncidentState = z.output<typeof incidentState>

/** The display name of each state. */
export const incidentStateNames: Record<IncidentState, string> = {
  planned: 'Planned',
  open: 'Goes on',
  closed: 'Over',
  cancelled: 'Called off',
}

export const incidentUpdate = z.object({ id, text: z.string(), created_at: timestamp })

export const incident = z
  .object({
    id,
    title: z.string(),
    status: serviceStatus.meta({ description: 'What its modules are while it goes on' }),
    state: incidentState,
    repos: z.array(z.string()).meta({ description: 'The modules that it is about' }),
    starts_at: timestamp,
    planned_end: timestamp.nullable(),
    ended_at: timestamp.nullable(),
    updates: z.array(incidentUpdate).meta({ description: 'The newest first, at most 50' }),
  })
  .meta({ id: 'Incident' })
export type Incident = z.input<typeof incident>

/** Number of days in a module's history on the status page. */
export const historyDays = 90

export const moduleHistory = z
  .object({
    repo: z.string(),
    from: z.iso.date().meta({ description: 'The first of the days, in UTC' }),
    days: z
      .array(
        z.object({
          worst: serviceStatus.nullable().meta({ description: 'Null: nothing is known of it' }),
          down: z.int().meta({ description: 'Seconds in which it was not operational' }),
        }),
      )
      .meta({ description: 'The oldest first, today the last' }),
  })
  .meta({ id: 'ModuleHistory' })
export type ModuleHistory = z.input<typeof moduleHistory>

/** A product with a module that is not operational. */
export const affectedProduct = z
  .object({
    game_id: id,
    name: z.string(),
    status: serviceStatus,
    since: timestamp,
    time: z
      .enum(['credited', 'will_stand_still', 'stands_still'])
      .nullable()
      .meta({ description: 'What becomes of the time that is lost; null: nothing is said of it' }),
    from_minutes: z.int().meta({ description: 'How long it has to take for that' }),
  })
  .meta({ id: 'AffectedProduct' })
export type AffectedProduct = z.input<typeof affectedProduct>

const common = {
  method: 'GET',
  who: 'anyone',
  duringMaintenance: true,
  cached: 'status',
} as const
const following = z.object({ on: z.boolean().meta({ description: 'Incidents are mailed' }) })

export const incidents = {
  list: endpoint({
    ...common,
    path: '/status/incidents',
    summary: 'Incidents and planned windows',
    description:
      'Those that go on and those that are planned, then at most 50 that ended in the last 90 days, the latest first.',
    result: z.array(incident),
  }),
  history: endpoint({
    ...common,
    path: '/status/history',
    summary: 'Ninety days of every module',
    result: z.array(moduleHistory),
  }),
  affected: endpoint({
    ...common,
    path: '/status/products',
    summary: 'Products of which a module is not operational',
    description: 'Hidden products are left out; at most 500.',
    result: z.array(affectedProduct),
  }),
  following: endpoint({
    method: 'GET',
    path: '/status/mail',
    who: 'user',
    summary: 'Whether incidents are mailed to me',
    result: following,
  }),
  follow: endpoint({
    method: 'PUT',
    path: '/status/mail',
    who: 'user',
    summary: 'Have incidents mailed, or no longer',
    limit: { max: 30, seconds: 60, by: 'user' },
    body: following,
    result: following,
  }),
}
