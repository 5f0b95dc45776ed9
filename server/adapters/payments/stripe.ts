import Stripe from 'stripe'
import { currencies, shopCurrency } from '#contract/wire/currency.ts'
import { clock } from '#server/kernel/time/clock.ts'
import type { CardProvider } from './card-provider.ts'
import { ProviderRefused, type WebhookEvent } from './payments.ts'
import { openDisputes } from './stripe-disputes.ts'
import { keptOfEvent, understandStripeEvent, understoodTypes } from './stripe-events.ts'
import { asked, whenKeyIsFree } from './stripe-failures.ts'
import { isRestricted, requirePermissions } from './stripe-permissions.ts'
import { openReader, refundOf } from './stripe-reader.ts'
import { savedCards } from './stripe-saved-cards.ts'
import { sessionParams } from './stripe-session.ts'
import { requireWebhook } from './stripe-webhook.ts'

/** As in the types of the `stripe` package. The webhook endpoint must use the same version. */
export const apiVersion = '2026-10-28.endive'

type Options = {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** The URL of the account's webhook endpoint. A stand-in sends events without one. */
  webhookUrl?: string
  /** Another server with Stripe's API. Only its host and port are used. */
  apiBase?: string
  scriptUrl?: string
  timeoutMs?: number
}

export function stripeProvider(options: Options): CardProvider {
  const stripe = connect(options)
  const reader = openReader(stripe)
  // Stripe itself does not know the moved clock.
  const now = options.apiBase ? clock.now : clock.machine
  return {
    publishableKey: options.publishableKey,
    scriptUrl: options.scriptUrl ?? 'https://js.stripe.com/endive/stripe.js',
    get minimumCents() {
      return currencies[shopCurrency()].cardMinimumCents
    },

    async check() {
      await asked(() => stripe.events.list({ limit: 1 }))
      if (isRestricted(options.secretKey)) await requirePermissions(stripe)
      if (options.webhookUrl) await requireWebhook(stripe, { url: options.webhookUrl, apiVersion })
    },

    async createSession(order) {
      const { orderId, customer } = order
      const session = await asked(() =>
        whenKeyIsFree(() =>
          stripe.checkout.sessions.create(sessionParams(order), {
            // If the customer was replaced, a new session is needed.
            idempotencyKey: `${orderId} ${customer.id}`,
          }),
        ),
      )
      return { sessionId: session.id, clientSecret: session.client_secret! }
    },

    async expireSession(sessionId) {
      const isOpen = async () =>
        (await asked(() => stripe.checkout.sessions.retrieve(sessionId))).status === 'open'
      if (!(await isOpen())) return
      try {
        await asked(() => stripe.checkout.sessions.expire(sessionId))
      } catch (error) {
        // The session was paid or expired since the check.
        if (!(error instanceof ProviderRefused) || (await isOpen())) throw error
      }
    },

    async createRefund({ id, paymentIntentId, amountCents, why }) {
      const created = await asked(() =>
        stripe.refunds.create(
          {
            payment_intent: paymentIntentId,
            amount: amountCents,
            reason: why,
            metadata: { refund_id: id },
          },
          { idempotencyKey: id },
        ),
      )
      return refundOf(created)
    },

    ...reader,
    ...openDisputes(stripe),
    ...savedCards(stripe),

    async listEvents({ from, until, before }) {
      const { data, has_more } = await asked(() =>
        stripe.events.list({
          types: understoodTypes,
          created: { gte: seconds(from), lte: seconds(until) },
          limit: 100,
          ...(before && { starting_after: before }),
        }),
      )
      return { events: data.map(asWebhook), next: has_more ? data.at(-1)!.id : null }
    },

    verifyWebhook(body, signature) {
      if (isAhead(signature, now())) return null
      try {
        const { webhookSecret: secret } = options
        return asWebhook(
          stripe.webhooks.constructEvent(body, signature, secret, undefined, undefined, now()),
        )
      } catch {
        // The library throws plain errors for malformed headers.
        return null
      }
    },
    understand: (payload) => understandStripeEvent(payload as Stripe.Event),
  }
}

/** The library accepts future times. The clocks may differ by its maximum age of a signature. */
function isAhead(signature: string, now: number): boolean {
  const times = [...signature.matchAll(/\bt=(\d+)/g)].map(([, time]) => Number(time))
  return times.some((time) => time > now / 1000 + 300)
}

const seconds = (date: Date) => Math.floor(date.getTime() / 1000)

/** A saved card's intent is the topic, because any event about it makes the shop read it again. */
function asWebhook(event: Stripe.Event): WebhookEvent {
  const told = understandStripeEvent(event)
  const { id, type } = event
  return {
    ...{ id, type, payload: keptOfEvent(event) },
    ...(told.about === 'saved card' && { topic: told.paymentIntentId }),
    ...(told.about === 'nothing of ours' && { foreign: true }),
  }
}

export function connect({
  secretKey,
  apiBase,
  timeoutMs = 8000,
}: Pick<Options, 'secretKey' | 'apiBase' | 'timeoutMs'>): Stripe {
  const { hostname, port, protocol } = new URL(apiBase ?? 'https://api.stripe.com')
  return new Stripe(secretKey, {
    apiVersion,
    host: hostname,
    protocol: protocol === 'http:' ? 'http' : 'https',
    ...(port && { port }),
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
  })
}
