import Stripe from 'stripe'
import type { CardProvider } from './payments.ts'
import { understandStripeEvent } from './stripe-events.ts'
import { asked, unlessMissing } from './stripe-failures.ts'
import { openReader } from './stripe-reader.ts'
import { createCoupon, sessionParams } from './stripe-session.ts'

/** The version whose types the package carries; the webhook endpoint must be set to the same. */
const apiVersion = '2026-10-28.endive'

type Options = {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** Another server that speaks Stripe's API; it counts with its host and port alone. */
  apiBase?: string
  scriptUrl?: string
  timeoutMs?: number
}

/** Card payments by Stripe Checkout in elements mode. */
export function stripeProvider(options: Options): CardProvider {
  const stripe = connect(options)
  const reader = openReader(stripe)
  return {
    publishableKey: options.publishableKey,
    scriptUrl: options.scriptUrl ?? 'https://js.stripe.com/endive/stripe.js',
    minimumCents: 50,

    async createSession(order) {
      const coupon = await createCoupon(stripe, order)
      const session = await asked(() =>
        stripe.checkout.sessions.create(sessionParams(order, coupon), {
          idempotencyKey: order.orderId,
        }),
      )
      return { sessionId: session.id, clientSecret: session.client_secret! }
    },

    async expireSession(sessionId) {
      const session = await asked(() => stripe.checkout.sessions.retrieve(sessionId))
      if (session.status === 'open') await asked(() => stripe.checkout.sessions.expire(sessionId))
    },

    async stopRenewal(subscriptionId) {
      const subscription = await unlessMissing(reader.readSubscription(subscriptionId))
      if (!subscription?.renewsAt) return
      await asked(() => stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true }))
    },

    ...reader,

    verifyWebhook(body, signature) {
      try {
        const event = stripe.webhooks.constructEvent(body, signature, options.webhookSecret)
        return { id: event.id, type: event.type, payload: event }
      } catch (error) {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError) return null
        throw error
      }
    },
    understand: (payload) => understandStripeEvent(payload as Stripe.Event),
  }
}

function connect({ secretKey, apiBase, timeoutMs = 8000 }: Options): Stripe {
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
