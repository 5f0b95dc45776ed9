import type Stripe from 'stripe'
import * as z from 'zod'
import { objectId, randomText, unixNow } from '../ids.ts'
import { invalidRequest, missing } from './errors.ts'
import type { Params } from './form.ts'
import { metadata, readParams } from './session-params.ts'
import type { World } from './world.ts'

const create = z.strictObject({
  usage: z.enum(['on_session', 'off_session']).default('off_session'),
  metadata: metadata.default({}),
})
const read = z.strictObject({ client_secret: z.string().optional() })

export function createSetupIntent(world: World, params: Params): Stripe.SetupIntent {
  const input = readParams(create, params)
  const id = objectId('seti')
  const intent: Stripe.SetupIntent = {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${randomText(25)}`,
    created: unixNow(),
    customer: null,
    description: null,
    excluded_payment_method_types: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: input.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: input.usage,
  }
  world.emit('setup_intent.created', world.setupIntents.put(id, intent), { subject: id })
  return intent
}

export function readSetupIntent(world: World, params: Params, id: string): Stripe.SetupIntent {
  const { client_secret: own } = readParams(read, params)
  const intent = world.setupIntents.get(id)
  if (!intent || (own && own !== intent.client_secret)) throw missing('setupintent', id, 'intent')
  return intent
}

export function cancelSetupIntent(world: World, _params: Params, id: string): Stripe.SetupIntent {
  const { status } = readSetupIntent(world, {}, id)
  if (status === 'canceled')
    throw invalidRequest(
      'You cannot cancel this SetupIntent because it has a status of canceled.',
      { code: 'setup_intent_unexpected_state' },
    )
  const canceled = world.setupIntents.update(id, { status: 'canceled' })
  world.emit('setup_intent.canceled', canceled, { subject: id })
  return canceled
}
