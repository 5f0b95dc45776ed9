import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { paymentWebhooks } from '#contract/selling/payment-webhooks.ts'
import { commonRefusals } from '#contract/wire/refusals.ts'
import type { WebhookEvent } from '#server/adapters/payments/payments.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { mount } from '#server/kernel/http/mount.ts'
import { noteForgery } from '#server/platform/health/outcomes.ts'
import { logThrottled } from '#server/platform/logs/throttled.ts'
import { hearTrial } from '#server/platform/services/hear.ts'
import { receiveEvent } from './receive-event.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed body. Only set for webhooks. */
    rawBody: Buffer | undefined
  }
}

/** Register this as a plugin, so that its body parser does not apply to other routes. */
export async function webhookRoutes(app: FastifyInstance) {
  const { shop } = app
  app.decorateRequest('rawBody', undefined)
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      request.rawBody = body
      return parse(body)
    },
  )

  mount(app, paymentWebhooks.stripe, async (_input, { request, reply }) => {
    const event = await signed(app, request, reply, 'stripe', shop.card)
    await receiveEvent(shop.db, 'stripe', event)
    return { received: true as const }
  })

  mount(app, paymentWebhooks.nowpayments, async (_input, { request, reply }) => {
    const event = await signed(app, request, reply, 'nowpayments', shop.crypto.nowpayments)
    await receiveEvent(shop.db, 'nowpayments', event)
    return { received: true as const }
  })

  mount(app, paymentWebhooks.btcpay, async (_input, { request, reply }) => {
    const event = await signed(app, request, reply, 'btcpay', shop.crypto.btcpay)
    await receiveEvent(shop.db, 'btcpay', event)
    return { received: true as const }
  })
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw new Refusal(commonRefusals.invalid_json)
  }
}

type Verifier = { verifyWebhook(body: Buffer, signature: string): WebhookEvent | null }

const headers = {
  stripe: 'stripe-signature',
  nowpayments: 'x-nowpayments-sig',
  btcpay: 'btcpay-sig',
} as const
/** Anyone can send forged webhooks at any rate, so they are logged at most once an hour. */
const everySeconds = 3600

/** Accepts keys in use or on trial. Only wrong signatures count, so nobody can use up the limit. */
async function signed(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  name: keyof typeof headers,
  provider: Verifier | null,
): Promise<WebhookEvent> {
  const signature = String(request.headers[headers[name]] ?? '')
  const body = request.rawBody!
  // The contract's body is an object, so this is not null.
  const told = request.body as object
  // Check the trial first: its secret may be the same as the one in use.
  const tried =
    name !== 'nowpayments' && (await hearTrial(app.shop, name, { told, body, signature }))
  const event = tried || provider?.verifyWebhook(body, signature)
  if (event) return event
  // Without a secret no signature can match. Not a 503: after a 5xx, BTCPay Server holds back other
  // events of the webhook, which would delay the test of the next keys.
  if (!provider) throw new Refusal(paymentWebhooks[name].refusals.wrong_signature)
  await app.limits.forge(request, reply)
  await noteForgery(app.shop.db, name)
  await logThrottled(app.shop.db, `unsigned ${name}`, everySeconds, {
    source: 'payment',
    level: 'warning',
    message: 'Webhook with a wrong signature',
    details: { provider: name },
  })
  throw new Refusal(paymentWebhooks[name].refusals.wrong_signature)
}
