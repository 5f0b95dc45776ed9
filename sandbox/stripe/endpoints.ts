import type Stripe from 'stripe'
import * as z from 'zod'
import { unixNow } from '../ids.ts'
import { createCustomer, deleteCustomer, readCustomer, updateCustomer } from './customers.ts'
import { acceptDispute, updateDispute } from './dispute-evidence.ts'
import { invalidRequest, missing } from './errors.ts'
import type { Params } from './form.ts'
import { listPage } from './lists.ts'
import { cancelPayment, confirmPayment, createPayment } from './payments.ts'
import { cancelRefund, createRefund } from './refunds.ts'
import { attachCard, detachCard, listCards, listCustomerCards, readCard } from './saved-cards.ts'
import { metadata, readParams, sessionCreate } from './session-params.ts'
import { createSession, expireSession, readSession } from './sessions.ts'
import { cancelSetupIntent, createSetupIntent, readSetupIntent } from './setup-intents.ts'
import { createEndpoint, deleteEndpoint, listEndpoints } from './webhook-endpoints.ts'
import { eventSeconds, type StripeEvent, type World, wholeList } from './world.ts'

type Listed =
  | Stripe.Charge
  | Stripe.Checkout.Session
  | Stripe.Customer
  | Stripe.Dispute
  | Stripe.LineItem
  | Stripe.PaymentIntent
  | Stripe.PaymentMethod
  | Stripe.PaymentMethodDomain
  | Stripe.Radar.EarlyFraudWarning
  | Stripe.Refund
  | Stripe.WebhookEndpoint
  | StripeEvent

/** Types from the `stripe` package, so that the compiler finds wrong or missing fields. */
type Answer =
  | Listed
  | Stripe.ApiList<Listed>
  | Stripe.DeletedCustomer
  | Stripe.DeletedWebhookEndpoint
  | Stripe.File
  | Stripe.SetupIntent

type Handler = (world: World, params: Params, id: string) => Answer
type Endpoint = [method: 'DELETE' | 'GET' | 'POST', path: string, handler: Handler]

const nothing = z.strictObject({})

const customerCreate = z.strictObject({
  email: z.email().max(512).optional(),
  name: z.string().max(256).optional(),
  phone: z.string().optional(),
  description: z.string().optional(),
  metadata: metadata.optional(),
})

const refundCreate = z.strictObject({
  payment_intent: z.string().optional(),
  charge: z.string().optional(),
  amount: z.string().regex(/^\d+$/, 'integer').transform(Number).optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: metadata.default({}),
})

function found<T>(row: T | undefined, noun: string, id: string): T {
  if (row === undefined) throw missing(noun, id)
  return row
}

function refund(world: World, params: Params): Stripe.Refund {
  const input = readParams(refundCreate, params)
  if (!input.payment_intent === !input.charge)
    throw invalidRequest(
      'One of the following params should be provided for this request: charge or payment_intent.',
    )
  const intent = input.payment_intent
    ? found(world.intents.get(input.payment_intent), 'payment_intent', input.payment_intent)
    : undefined
  const id = input.charge ?? String(intent?.latest_charge)
  const charge = world.charges.get(id)
  if (intent && !charge?.paid)
    throw invalidRequest('This PaymentIntent does not have a successful charge to refund.')
  return createRefund(world, found(charge, 'charge', id), {
    amount: input.amount,
    reason: input.reason ?? null,
    metadata: input.metadata,
  })
}

/** Up to 20 types, from the last 30 days: https://docs.stripe.com/api/events/list */
function listEvents(world: World, { type, types, ...params }: Params) {
  const wanted = type ? [type] : Array.isArray(types) ? types : null
  if (wanted && wanted.length > 20)
    throw invalidRequest('You may only specify up to 20 event types.', { param: 'types' })
  const oldest = unixNow() - eventSeconds
  const events = world.events
    .all()
    .filter(({ created, type }) => created >= oldest && (!wanted || wanted.includes(type)))
  return listPage('/v1/events', events, params)
}

function listSessions(world: World, params: Params) {
  const sessions = world.sessions.all().map(({ session }) => session)
  const filters = ['customer', 'payment_intent', 'status'] as const
  return listPage('/v1/checkout/sessions', sessions, params, filters)
}

/** The part of Stripe's REST API that the sandbox implements. */
export const apiEndpoints: Endpoint[] = [
  [
    'POST',
    '/checkout/sessions',
    (world, params) => createSession(world, readParams(sessionCreate, params)).session,
  ],
  ['GET', '/checkout/sessions', listSessions],
  [
    'GET',
    '/checkout/sessions/:id',
    (world, params, id) => {
      readParams(nothing, params)
      return readSession(world, id).session
    },
  ],
  [
    'POST',
    '/checkout/sessions/:id/expire',
    (world, params, id) => {
      readParams(nothing, params)
      return expireSession(world, readSession(world, id)).session
    },
  ],
  [
    'GET',
    '/checkout/sessions/:id/line_items',
    (world, _params, id) =>
      wholeList(`/v1/checkout/sessions/${id}/line_items`, readSession(world, id).lineItems),
  ],
  [
    'POST',
    '/customers',
    (world, params) => {
      const input = readParams(customerCreate, params)
      return createCustomer(world, { ...input, email: input.email ?? null })
    },
  ],
  [
    'GET',
    '/customers',
    (world, params) => listPage('/v1/customers', world.customers.all(), params, ['email']),
  ],
  ['GET', '/customers/:id', (world, _params, id) => readCustomer(world, id)],
  ['POST', '/customers/:id', updateCustomer],
  ['DELETE', '/customers/:id', deleteCustomer],
  ['GET', '/customers/:id/payment_methods', listCustomerCards],
  ['GET', '/payment_methods', listCards],
  ['GET', '/payment_methods/:id', (world, _params, id) => readCard(world, id).method],
  ['POST', '/payment_methods/:id/attach', attachCard],
  ['POST', '/payment_methods/:id/detach', detachCard],
  ['POST', '/payment_intents', createPayment],
  [
    'GET',
    '/payment_intents',
    (world, params) => listPage('/v1/payment_intents', world.intents.all(), params, ['customer']),
  ],
  ['POST', '/payment_intents/:id/confirm', confirmPayment],
  ['POST', '/payment_intents/:id/cancel', cancelPayment],
  [
    'GET',
    '/payment_intents/:id',
    (world, _params, id) => found(world.intents.get(id), 'payment_intent', id),
  ],
  ['GET', '/files/:id', (world, _params, id) => found(world.files.get(id), 'file', id)],
  ['GET', '/charges/:id', (world, _params, id) => found(world.charges.get(id), 'charge', id)],
  [
    'GET',
    '/disputes',
    (world, params) =>
      listPage('/v1/disputes', world.disputes.all(), params, ['charge', 'payment_intent']),
  ],
  ['GET', '/disputes/:id', (world, _params, id) => found(world.disputes.get(id), 'dispute', id)],
  ['POST', '/disputes/:id', updateDispute],
  ['POST', '/disputes/:id/close', acceptDispute],
  [
    'GET',
    '/radar/early_fraud_warnings',
    (world, params) =>
      listPage('/v1/radar/early_fraud_warnings', world.fraudWarnings.all(), params, [
        'charge',
        'payment_intent',
      ]),
  ],
  [
    'GET',
    '/radar/early_fraud_warnings/:id',
    (world, _params, id) => found(world.fraudWarnings.get(id), 'radar.early_fraud_warning', id),
  ],
  ['POST', '/refunds', refund],
  [
    'GET',
    '/refunds',
    (world, params) =>
      listPage('/v1/refunds', world.refunds.all(), params, ['charge', 'payment_intent']),
  ],
  ['GET', '/refunds/:id', (world, _params, id) => found(world.refunds.get(id), 'refund', id)],
  ['POST', '/refunds/:id/cancel', (world, _params, id) => cancelRefund(world, id)],
  ['POST', '/setup_intents', createSetupIntent],
  ['GET', '/setup_intents/:id', readSetupIntent],
  ['POST', '/setup_intents/:id/cancel', cancelSetupIntent],
  // The list is always empty, because the stand-in has no wallets.
  [
    'GET',
    '/payment_method_domains',
    (_world, params) =>
      listPage<Stripe.PaymentMethodDomain>('/v1/payment_method_domains', [], params, [
        'domain_name',
      ]),
  ],
  ['POST', '/webhook_endpoints', createEndpoint],
  ['GET', '/webhook_endpoints', listEndpoints],
  ['DELETE', '/webhook_endpoints/:id', deleteEndpoint],
  ['GET', '/events', listEvents],
  ['GET', '/events/:id', (world, _params, id) => found(world.events.get(id), 'event', id)],
]
