import * as z from 'zod'
import { endpoint } from '#contract/wire/endpoint.ts'
import { id, timestamp } from '#contract/wire/wire.ts'
import { serviceStatus } from './status.ts'

export const incidentState = z.enum(['planned', 'open', 'closed', 'cancelled'])
export type IncidentState = z.output<typeof incidentState>

/** The display name of each state. */
export const incidentStateNames: Record<IncidentState, string> = {
  planned: 'Planned',
  open: 'Ongoing',
  closed: 'Resolved',
  cancelled: 'Canceled',
}

export const incidentUpdate = z.object({ id, text: z.string(), created_at: timestamp })

export const incident = z
  .object({
    id,
    title: z.string(),
    status: serviceStatus.meta({ description: 'Status of its modules during the incident' }),
    state: incidentState,
    repos: z.array(z.string()).meta({ description: 'Affected modules' }),
    starts_at: timestamp,
    planned_end: timestamp.nullable(),
    ended_at: timestamp.nullable(),
    updates: z.array(incidentUpdate).meta({ description: 'Newest first, at most 50' }),
  })
  .meta({ id: 'Incident' })
export type Incident = z.input<typeof incident>

/** Number of days in a module's history on the status page. */
export const historyDays = 90

export const moduleHistory = z
  .object({
    repo: z.string(),
    from: z.iso.date().meta({ description: 'First day, in UTC' }),
    days: z
      .array(
        z.object({
          worst: serviceStatus.nullable().meta({ description: 'Null if there is no data' }),
          down: z.int().meta({ description: 'Seconds in which it was not operational' }),
        }),
      )
      .meta({ description: 'Oldest first, ending with today' }),
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
      .meta({ description: 'How lost time is compensated; null if it is not' }),
    from_minutes: z.int().meta({ description: 'Minimum length of an outage that is compensated' }),
  })
  .meta({ id: 'AffectedProduct' })
export type AffectedProduct = z.input<typeof affectedProduct>

const common = {
  method: 'GET',
  who: 'anyone',
  duringMaintenance: true,
  cached: 'status',
} as const
const following = z.object({
  on: z.boolean().meta({ description: 'Incident updates are emailed' }),
})

export const incidents = {
  list: endpoint({
    ...common,
    path: '/status/incidents',
    summary: 'List incidents and planned maintenance',
    description:
      'Ongoing and planned incidents, then at most 50 that ended in the last 90 days, newest first.',
    result: z.array(incident),
  }),
  history: endpoint({
    ...common,
    path: '/status/history',
    summary: 'Read the 90-day history of every module',
    result: z.array(moduleHistory),
  }),
  affected: endpoint({
    ...common,
    path: '/status/products',
    summary: 'List products with a module that is not operational',
    description: 'Hidden products are left out; at most 500.',
    result: z.array(affectedProduct),
  }),
  following: endpoint({
    method: 'GET',
    path: '/status/mail',
    who: 'user',
    summary: 'Check whether I am emailed about incidents',
    result: following,
  }),
  follow: endpoint({
    method: 'PUT',
    path: '/status/mail',
    who: 'user',
    summary: 'Turn incident emails on or off',
    limit: { max: 30, seconds: 60, by: 'user' },
    body: following,
    result: following,
  }),
}
