import * as z from 'zod'
import { endpoint } from '#contract/wire/endpoint.ts'
import { paged, search } from '#contract/wire/lists.ts'
import { refusals } from '#contract/wire/refusals.ts'
import { id, timestamp } from '#contract/wire/wire.ts'

export const buildStatus = z.enum(['building', 'ready', 'failed'])

export const build = z
  .object({
    id: z.uuid(),
    uid: id,
    username: z.string(),
    version: z.string(),
    status: buildStatus,
    state: z.enum(['active', 'suspended', 'revoked']),
    kept: z.boolean().meta({ description: 'Its file is stored; a newer build replaces it' }),
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
    description: 'Last requested first.',
    query: z.object({
      ...paged(10),
      search: search.meta({ description: 'Beginning of the username, or a build ID' }),
      status: buildStatus.optional(),
    }),
    result: z.object({ builds: z.array(build), total: z.int() }),
  }),
  retry: endpoint({
    method: 'POST',
    path: '/admin/loader/builds/{id}/retry',
    who: 'staff',
    can: 'manage_loader',
    summary: 'Retry a failed build',
    description: 'Uses the release that is offered to the customer.',
    params: z.object({ id: z.uuid() }),
    result: build,
    status: 202,
    refusals: refusals({
      unknown_build: [404, 'Build not found'],
      not_failed: [409, 'Only a failed build can be retried'],
      building_already: [409, 'This customer’s loader is already being built'],
    }),
  }),
  retryAll: endpoint({
    method: 'POST',
    path: '/admin/loader/builds/retry',
    who: 'staff',
    can: 'manage_loader',
    summary: 'Retry all failed builds',
    description:
      'Each customer’s latest build, from the release that is offered to them, at most 1000 per call.',
    result: z.object({ retried: z.int() }),
    status: 202,
  }),
}
