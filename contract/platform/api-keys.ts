import * as z from 'zod'
import { scopes } from '#contract/wire/capabilities.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { paged } from '#contract/wire/lists.ts'
import { refusals } from '#contract/wire/refusals.ts'
import { line } from '#contract/wire/text.ts'
import { done, id, pathId, timestamp } from '#contract/wire/wire.ts'

const scope = z.enum(scopes)

export const apiKey = z
  .object({
    id,
    name: z.string().meta({ example: 'ci' }),
    scopes: z.array(scope).meta({ description: 'Permissions of the key' }),
    created_at: timestamp,
    created_by: z
      .string()
      .nullable()
      .meta({ description: 'Null if the key was created on the command line' }),
    last_used_at: timestamp.nullable(),
    maker_left: z.boolean().meta({
      description: 'The creator is no longer an administrator and may still have a copy of the key',
    }),
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
    description: 'Keys that have not been revoked, newest first.',
    query: z.object({
      ...paged(100),
      made_by: pathId.optional().meta({ description: 'Only keys that this user created' }),
    }),
    result: z.object({ api_keys: z.array(apiKey), total: z.int() }),
  }),
  add: endpoint({
    method: 'POST',
    path: '/admin/api-keys/',
    who: 'staff',
    can: 'manage_api_keys',
    summary: 'Create an API key',
    description: 'The key appears only in this response. The store keeps only its hash.',
    body: z.object({
      name: line(60, 'Enter a name'),
      scopes: z
        .array(scope)
        .min(1, 'Choose at least one permission')
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
    description: 'Later requests with this key are refused.',
    params: z.object({ id: pathId }),
    result: done,
    refusals: refusals({ unknown_key: [404, 'API key not found'] }),
  }),
}
