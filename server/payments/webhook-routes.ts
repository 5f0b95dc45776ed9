import type { FastifyInstance, FastifyRequest } from 'fastify'
import { webhooks } from '#contract/webhooks.ts'
import type { WebhookEvent } from '#server/adapters/payments/payments.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { mount } from '#server/kernel/mount.ts'
import { offered } from './providers.ts'
import { receiveEvent } from './receive-event.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it was signed; of webhooks only. */
    rawBody: Buffer | undefined
  }
}

/** To be registered as a plugin: its own body parser must not be everybody's. */
export async function webhookRoutes(app: FastifyInstance) {
  const { db, card, crypto } = app.shop
  app.decorateRequest('rawBody', undefined)
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      request.rawBody = body
      return parse(body)
    },
  )

  mount(app, webhooks.stripe, async (_input, { request }) => {
    const provider = offered(card)
    const event = signed(request, 'stripe-signature', provider)
    await receiveEvent(db, 'stripe', event)
    return { received: true as const }
  })

  mount(app, webhooks.nowpayments, async (_input, { request }) => {
    const provider = offered(crypto)
    const event = signed(request, 'x-nowpayments-sig', provider)
    await receiveEvent(db, 'nowpayments', event)
    return { received: true as const }
  })
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw new Refusal(400, 'The request is not valid JSON')
  }
}

type Verifier = { verifyWebhook(body: Buffer, signature: string): WebhookEvent | null }

function signed(request: FastifyRequest, header: string, provider: Verifier): WebhookEvent {
  const signature = request.headers[header]
  const event = provider.verifyWebhook(request.rawBody!, String(signature ?? ''))
  if (!event) throw new Refusal(400, 'The signature does not match')
  return event
}
