import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { isShopOrigin } from '../access.ts'
import { passesLuhn } from './cards.ts'
import { type Attempt, authenticate, paySession } from './checkout.ts'
import { answerIntent, openIntent } from './client-intents.ts'
import { clientSession } from './client-session.ts'
import { invalidRequest, missing, StripeFailure } from './errors.ts'
import { createPaymentMethod } from './payment-methods.ts'
import { readSession } from './sessions.ts'
import type { SessionRecord, World } from './world.ts'

const secret = z.object({ client_secret: z.string() })
const confirmation = secret.extend({
  payment_method: z.string().nullable(),
  email: z.email().nullish(),
})
const challenge = secret.extend({ succeeded: z.boolean() })
const emailChange = secret.extend({ email: z.email() })
const typedCard = z.object({
  number: z.string().refine(passesLuhn, 'Your card number is invalid.'),
  expMonth: z.number().int().min(1).max(12),
  expYear: z.number().int().min(2000).max(2099),
  country: z.string().length(2),
})

function read<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const result = schema.safeParse(body)
  if (result.success) return result.data
  throw invalidRequest(result.error.issues[0]?.message ?? 'The request is malformed.')
}

/** The session for a client secret. */
function sessionOf(world: World, clientSecret: string): SessionRecord {
  const [id] = clientSecret.split('_secret_')
  const record = world.sessions.get(id ?? '')
  if (record?.session.client_secret !== clientSecret)
    throw missing('checkout.session', id ?? '', 'client_secret')
  return record
}

/** The next step for Stripe.js: show an error, start 3-D Secure, or redirect the customer back. */
function answer(world: World, id: string, attempt: Attempt) {
  const record = readSession(world, id)
  const session = clientSession(record)
  if (attempt.status === 'requires_action') return { status: 'requires_action', session }
  if (attempt.status === 'complete') {
    const returnUrl = record.session.return_url?.replaceAll('{CHECKOUT_SESSION_ID}', id)
    return { status: 'complete', session, returnUrl }
  }
  const { message, declineCode } = attempt.decline
  const error = { message, code: 'paymentFailed', paymentFailed: { declineCode } }
  return { status: 'declined', session, error }
}

/**
 * The endpoints for the stand-in for Stripe.js, under `/stripe/client`. Pages of the shop may call
 * them.
 */
export function stripeClient(world: World, siteUrl: string) {
  return async (app: FastifyInstance): Promise<void> => {
    await app.register(cors, {
      origin: (origin, done) => done(null, origin !== undefined && isShopOrigin(origin, siteUrl)),
      methods: ['POST'],
    })
    app.setErrorHandler((error, request, reply) => {
      if (error instanceof StripeFailure)
        return reply.code(error.status).send({ error: error.body })
      request.log.error(error)
      return reply.code(500).send({ error: { message: 'Something went wrong. Please try again.' } })
    })
    app.post('/session', (request) => {
      const { client_secret } = read(secret, request.body)
      return { session: clientSession(sessionOf(world, client_secret)) }
    })
    app.post('/email', (request) => {
      const { client_secret, email } = read(emailChange, request.body)
      const { session } = sessionOf(world, client_secret)
      if (session.customer_email ?? session.customer_details?.email)
        throw invalidRequest('The email cannot be changed: it was given with the session.')
      const changed = { ...session, customer_email: email }
      return { session: clientSession(world.sessions.update(session.id, { session: changed })) }
    })
    app.post('/payment_methods', (request) => {
      const card = createPaymentMethod(world, {
        ...read(typedCard, request.body),
        postalCode: null,
      })
      return { id: card.method.id }
    })
    app.post('/intent', (request) => {
      const { client_secret } = read(secret, request.body)
      const intent = openIntent(world, client_secret)
      if (!intent) throw missing('intent', client_secret.split('_secret_')[0]!, 'client_secret')
      return answerIntent(intent, () => intent.read())
    })
    app.post('/confirm', (request) => {
      const input = read(confirmation, request.body)
      const intent = openIntent(world, input.client_secret)
      if (intent) return answerIntent(intent, () => intent.confirm(input.payment_method))
      const { id, amount_total: total } = sessionOf(world, input.client_secret).session
      const card = world.cards.get(input.payment_method ?? '')
      if (!card && total !== 0) throw missing('PaymentMethod', String(input.payment_method))
      return answer(world, id, paySession(world, id, card ?? null, input.email ?? null))
    })
    app.post('/challenge', (request) => {
      const { client_secret, succeeded } = read(challenge, request.body)
      const intent = openIntent(world, client_secret)
      if (intent) return answerIntent(intent, () => intent.authenticate(succeeded))
      const { id } = sessionOf(world, client_secret).session
      return answer(world, id, authenticate(world, id, succeeded))
    })
  }
}
