import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { paged, search } from './lists.ts'
import { refusals } from './refusals.ts'
import { id, timestamp } from './wire.ts'

export const buildStatus = z.enum(['building', 'ready', 'failed'])

export const build = z
  .object({
    id: z.uuid(),
    uid: id,
    username: z.string(),
    version: z.string(),
    status: buildStatus,
    state: z.enum(['active', 'suspended', 'revoked']),
    kept: z.boolean().meta({ description: 'Its file is there; a newer one takes its place' }),
    downloads: z.int().meta({ description: 'In the last 13 months' }),
    error: z.string().nullable().meta({ description: 'Why it failed' }),
    size: z.int().nullable(),
    requested_at: timestamp,
    finished_at: timestamp.nullable(),
  })
  .meta({ id: 'Build' })
export type Build = z.input<typeof build>

export const staffBuilds = {
  list: endpoint({
    method: 'GET',
    path: '/admin/loader/builds/',
    who: 'staff',
    can: 'manage_loader',
    summary: 'List the loaders that were built for customers',
    description: 'Those requested last first.',
    query: z.object({
      ...paged(10),
      search: search.meta({ description: 'How the username begins, or the id of a build' }),
      status: buildStatus.optional(),
    }),
    result: z.object({ builds: z.array(build), total: z.int() }),
  }),
  retry: endpoint({
    method: 'POST',
    path: '/admin/loader/builds/{id}/retry',
    who: 'staff',
    can: 'manage_loader',
    summary: 'Build a failed loader again',
    description: 'From the release that the customer is offered.',
    params: z.object({ id: z.uuid() }),
    result: build,
    status: 202,
    refusals: refusals({
      unknown_build: [404, 'Build not found'],
      not_failed: [409, 'Only a failed build can be tried again'],
      building_already: [409, 'This customer’s loader is being built'],
    }),
  }),
  retryAll: endpoint({
    method: 'POST',
    path: '/admin/loader/builds/retry',
    who: 'staff',
    can: 'manage_loader',
    summary: 'Build every failed loader again',
    description:
      'From what each is offered, the latest of each customer, at most 1000 in one call.',
    result: z.object({ retried: z.int() }),
    status: 202,
  }),
}
