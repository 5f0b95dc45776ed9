import type Stripe from 'stripe'
import type { Courier } from '../courier.ts'
import { objectId, unixNow } from '../ids.ts'
import { permanent, type Store, type Table } from '../store.ts'
import type { Outcomes } from './cards.ts'

/**
 * The API version that the `stripe` package pins, which also defines the format of all objects
 * here.
 */
export const apiVersion: typeof Stripe.API_VERSION = '2026-10-28.endive'

/** A checkout session with the internal data that it needs until it is paid. */
export type SessionRecord = {
  session: Stripe.Checkout.Session
  lineItems: Stripe.LineItem[]
  /** Metadata and description for the payment intent. */
  intentData: {
    metadata: Stripe.Metadata
    description: string | null
    setupFutureUsage?: 'off_session' | 'on_session' | null
  }
  lastPaymentError: string | null
}

/** A typed card. Only its outcomes are stored, not its number. */
export type CardRecord = Partial<Outcomes> & {
  method: Stripe.PaymentMethod
  outcome: Outcomes['outcome']
  /** The outcome that was set for off-session charges. */
  behaviour?: string | null
  /** The card was saved and then detached. */
  spent?: boolean
}

/** An event of any type. */
export type StripeEvent = Omit<Stripe.Event, 'data' | 'type'> & {
  data: { object: Stripe.Event.Data.Object; previous_attributes?: object }
  type: Stripe.Event['type']
}

/** A payment intent that stays `processing` until the given time. */
export type Processing = {
  intent: string
  /** Null for an off-session charge of a saved card. */
  session: string | null
  settlesAt: number
  succeeds: boolean
}

/** Stripe's objects, and the function that sends events to the shop. */
export type World = {
  sessions: Table<SessionRecord>
  cards: Table<CardRecord>
  customers: Table<Stripe.Customer>
  intents: Table<Stripe.PaymentIntent>
  charges: Table<Stripe.Charge>
  refunds: Table<Stripe.Refund>
  disputes: Table<Stripe.Dispute>
  files: Table<Stripe.File>
  fraudWarnings: Table<Stripe.Radar.EarlyFraudWarning>
  processing: Table<Processing>
  events: Table<StripeEvent>
  setupIntents: Table<Stripe.SetupIntent>
  /**
   * The endpoints created through the API. The fixed endpoint of a shop in test mode is not
   * included.
   */
  endpoints: Table<Stripe.WebhookEndpoint>
  emit<Type extends Stripe.Event['type']>(
    type: Type,
    object: Extract<Stripe.Event, { type: Type }>['data']['object'],
    about: { subject: string; previous?: object },
  ): void
}

/** How long Stripe lists an event, in seconds: https://docs.stripe.com/api/events */
export const eventSeconds = 30 * 86_400

type FixedEndpoint = {
  url: string
  /** All types if undefined. */
  events?: readonly string[] | undefined
}

/** `fixed` is an endpoint that exists without having been created through the API. */
export function createWorld(store: Store, courier: Courier, fixed: FixedEndpoint | null): World {
  const events = store.table<StripeEvent>(
    'stripe_events',
    ({ created }) => created >= unixNow() - eventSeconds,
  )
  const endpoints = store.table<Stripe.WebhookEndpoint>('stripe_webhook_endpoints', 100)
  return {
    setupIntents: store.table('stripe_setup_intents', permanent),
    endpoints,
    sessions: store.table('stripe_sessions', permanent),
    cards: store.table('stripe_cards', permanent),
    customers: store.table('stripe_customers', permanent),
    intents: store.table('stripe_intents', permanent),
    charges: store.table('stripe_charges', permanent),
    refunds: store.table('stripe_refunds', permanent),
    disputes: store.table('stripe_disputes', permanent),
    files: store.table('stripe_files', permanent),
    fraudWarnings: store.table('stripe_fraud_warnings', permanent),
    processing: store.table('stripe_processing', permanent),
    events,
    emit(type, object, { subject, previous }) {
      const event: StripeEvent = {
        id: objectId('evt'),
        object: 'event',
        api_version: apiVersion,
        created: unixNow(),
        data: {
          object: structuredClone<object>(object) as Stripe.Event.Data.Object,
          ...(previous && { previous_attributes: previous }),
        },
        livemode: false,
        pending_webhooks: 1,
        request: { id: null, idempotency_key: null },
        type,
      }
      events.put(event.id, event)
      const body = JSON.stringify(event, null, 2)
      const letter = { provider: 'stripe' as const, topic: type, subject, body }
      if (fixed && (fixed.events?.includes(type) ?? true))
        courier.send({ ...letter, url: fixed.url })
      for (const { url, secret, enabled_events: enabled } of endpoints.all())
        if (enabled.includes(type) || enabled.includes('*'))
          courier.send({ ...letter, url, ...(secret && { secret }) })
    },
  }
}

/** A complete list in Stripe's format, without further pages. */
export function wholeList<T>(url: string, data: T[]): Stripe.ApiList<T> {
  return { object: 'list', data, has_more: false, url }
}
