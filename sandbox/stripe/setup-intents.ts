import type Stripe from 'stripe'
import * as z from 'zod'
import { objectId, randomText, unixNow } from '../ids.ts'
import { readCustomer } from './customers.ts'
import { invalidRequest, missing, StripeFailure } from './errors.ts'
import type { Params } from './form.ts'
import { authenticationFailed, type Decline } from './outcomes.ts'
import { outcomeIn, readCard, saveCard } from './saved-cards.ts'
import { metadata, readParams } from './session-params.ts'
import type { CardRecord, World } from './world.ts'

const create = z.strictObject({
  customer: z.string().optional(),
  allowed_payment_method_types: z.array(z.literal('card')).optional(),
  usage: z.enum(['on_session', 'off_session']).default('off_session'),
  metadata: metadata.default({}),
})
const read = z.strictObject({ client_secret: z.string().optional() })

export function createSetupIntent(world: World, params: Params): Stripe.SetupIntent {
  const input = readParams(create, params)
  const customer = input.customer ? readCustomer(world, input.customer, 'customer').id : null
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
    customer,
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
  if (status === 'canceled' || status === 'succeeded')
    throw invalidRequest(
      `You cannot cancel this SetupIntent because it has a status of ${status}.`,
      { code: 'setup_intent_unexpected_state' },
    )
  const canceled = world.setupIntents.update(id, { status: 'canceled' })
  world.emit('setup_intent.canceled', canceled, { subject: id })
  return canceled
}

/** The cardholder confirms on a page that the card may be charged later. */
export function confirmSetup(world: World, id: string, method: string): Stripe.SetupIntent {
  const intent = readSetupIntent(world, {}, id)
  if (intent.status !== 'requires_payment_method' && intent.status !== 'requires_action')
    throw invalidRequest(
      `You cannot confirm this SetupIntent because it has a status of ${intent.status}.`,
      { code: 'setup_intent_unexpected_state' },
    )
  const card = readCard(world, method)
  const outcome = outcomeIn(card, 'setup')
  if (outcome.kind === 'decline') return failSetup(world, id, card, outcome.decline)
  if (outcome.kind !== 'authenticate') return succeedSetup(world, id, card)
  const waiting = world.setupIntents.update(id, {
    next_action: { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } },
    payment_method: method,
    status: 'requires_action',
  })
  world.emit('setup_intent.requires_action', waiting, { subject: id })
  return waiting
}

/** The customer returned from 3-D Secure. */
export function authenticateSetup(world: World, id: string, succeeded: boolean) {
  const { status, payment_method } = readSetupIntent(world, {}, id)
  if (status !== 'requires_action')
    throw invalidRequest('This SetupIntent does not wait for an authentication.')
  const card = readCard(world, String(payment_method))
  if (!succeeded)
    return failSetup(world, id, card, {
      ...authenticationFailed,
      code: 'setup_intent_authentication_failure',
    })
  return succeedSetup(world, id, card)
}

function succeedSetup(world: World, id: string, card: CardRecord) {
  const { customer } = readSetupIntent(world, {}, id)
  if (customer) saveCard(world, card, String(customer))
  const done = world.setupIntents.update(id, {
    last_setup_error: null,
    next_action: null,
    payment_method: card.method.id,
    status: 'succeeded',
  })
  world.emit('setup_intent.succeeded', done, { subject: id })
  return done
}

function failSetup(world: World, id: string, card: CardRecord, decline: Decline): never {
  const error = {
    type: 'card_error' as const,
    code: decline.code,
    message: decline.message,
    ...(decline.declineCode && { decline_code: decline.declineCode }),
    ...(decline.adviceCode && { advice_code: decline.adviceCode }),
    doc_url: `https://stripe.com/docs/error-codes/${decline.code.replaceAll('_', '-')}`,
    payment_method: card.method,
  }
  const failed = world.setupIntents.update(id, {
    last_setup_error: error,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  })
  world.emit('setup_intent.setup_failed', failed, { subject: id })
  throw new StripeFailure(402, { ...error, setup_intent: failed })
}
