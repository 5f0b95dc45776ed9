import * as z from 'zod'
import { scopes } from './capabilities.ts'
import { endpoint } from './endpoint.ts'
import { paged } from './lists.ts'
import { refusals } from './refusals.ts'
import { line } from './text.ts'
import { done, id, pathId, timestamp } from './wire.ts'

const scope = z.enum(scopes)

export const apiKey = z
  .object({
    id,
    name: z.string().meta({ example: 'ci' }),
    scopes: z.array(scope).meta({ description: 'What it may do' }),
    created_at: timestamp,
    created_by: z.string().nullable().meta({ description: 'Null when made on the command line' }),
    last_used_at: timestamp.nullable(),
    maker_left: z
      .boolean()
      .meta({ description: 'Who made it is no administrator any more: they may have a copy' }),
  })
  .meta({ id: 'ApiKey' })
export type ApiKey = z.input<typeof apiKey>

/** API keys for build pipelines. */
export const apiKeys = {
  list: endpoint({
    method: 'GET',
    path: '/admin/api-keys/',
    who: 'staff',
    can: 'manage_api_keys',
    summary: 'List the API keys',
    description: 'Those that have not been revoked, newest first.',
    query: z.object({
      ...paged(100),
      made_by: pathId.optional().meta({ description: 'Only those that this user made' }),
    }),
    result: z.object({ api_keys: z.array(apiKey), total: z.int() }),
  }),
  add: endpoint({
    method: 'POST',
    path: '/admin/api-keys/',
    who: 'staff',
    can: 'manage_api_keys',
    summary: 'Make an API key',
    description: 'This answer alone has the key: only its hash is kept.',
    body: z.object({
      name: line(60, 'Enter a name'),
      scopes: z
        .array(scope)
        .min(1, 'Choose what the key may do')
        .max(scopes.length)
        .transform((chosen) => [...new Set(chosen)])
        .default(['report_status']),
    }),
    result: z.object({ name: z.string(), key: z.string().meta({ example: 'loadout_…' }) }),
    status: 201,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/admin/api-keys/{id}',
    who: 'staff',
    can: 'manage_api_keys',
    summary: 'Revoke an API key',
    description: 'Calls with it are refused from now on.',
    params: z.object({ id: pathId }),
    result: done,
    refusals: refusals({ unknown_key: [404, 'There is no such key'] }),
  }),
}
