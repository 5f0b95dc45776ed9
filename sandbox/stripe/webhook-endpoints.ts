import type Stripe from 'stripe'
import * as z from 'zod'
import { objectId, randomText, unixNow } from '../ids.ts'
import { invalidRequest, missing } from './errors.ts'
import type { Params } from './form.ts'
import { listPage } from './lists.ts'
import { metadata, readParams } from './session-params.ts'
import { apiVersion, type World } from './world.ts'

const create = z.strictObject({
  url: z.url({ protocol: /^https?$/, error: 'Invalid URL: An explicit scheme must be provided.' }),
  enabled_events: z.array(z.string()).min(1),
  api_version: z.literal(apiVersion).optional(),
  description: z.string().optional(),
  metadata: metadata.default({}),
})

/** The secret is returned only here, as at Stripe. */
export function createEndpoint(world: World, params: Params): Stripe.WebhookEndpoint {
  const input = readParams(create, params)
  // https://docs.stripe.com/webhooks
  if (world.endpoints.all().length >= 16)
    throw invalidRequest('You have reached the maximum of 16 webhook endpoints.')
  const id = objectId('we')
  return world.endpoints.put(id, {
    id,
    object: 'webhook_endpoint',
    api_version: input.api_version ?? null,
    application: null,
    created: unixNow(),
    description: input.description ?? null,
    enabled_events: input.enabled_events,
    livemode: false,
    metadata: input.metadata,
    secret: `whsec_${randomText(32)}`,
    status: 'enabled',
    url: input.url,
  })
}

export function listEndpoints(world: World, params: Params) {
  const endpoints = world.endpoints.all().map(({ secret: _, ...endpoint }) => endpoint)
  return listPage('/v1/webhook_endpoints', endpoints, params)
}

export function deleteEndpoint(
  world: World,
  _params: Params,
  id: string,
): Stripe.DeletedWebhookEndpoint {
  if (!world.endpoints.get(id)) throw missing('webhook endpoint', id)
  world.endpoints.delete(id)
  return { id, object: 'webhook_endpoint', deleted: true }
}
