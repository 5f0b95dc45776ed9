import type Stripe from 'stripe'
import * as z from 'zod'
import { leastCharge, shownMoney } from '../fiat.ts'
import { unixNow } from '../ids.ts'
import { readCustomer } from './customers.ts'
import { openDispute } from './disputes.ts'
import { invalidRequest, missing, StripeFailure } from './errors.ts'
import type { Params } from './form.ts'
import {
  createIntent,
  failIntent,
  requireAction,
  startProcessing,
  succeedIntent,
} from './intents.ts'
import {
  authenticationFailed,
  authenticationRequired,
  type Decline,
  type Outcome,
} from './outcomes.ts'
import { outcomeIn, readCard, usable, withOwner } from './saved-cards.ts'
import { metadata, readParams, stripeCurrency } from './session-params.ts'
import type { CardRecord, World } from './world.ts'

// Payment intents that the shop creates itself, without a checkout session.

/** How long a payment with a slow test card remains processing. */
const processingSeconds = 15

const boolean = z.enum(['true', 'false']).transform((value) => value === 'true')

const create = z.strictObject({
  // At most eight digits: https://docs.stripe.com/currencies
  amount: z
    .string()
    .regex(/^\d{1,8}$/, 'integer')
    .transform(Number),
  currency: stripeCurrency,
  customer: z.string().optional(),
  payment_method: z.string().optional(),
  allowed_payment_method_types: z.array(z.literal('card')).optional(),
  off_session: boolean.default(false),
  confirm: boolean.default(false),
  description: z.string().max(1000).optional(),
  receipt_email: z.email().optional(),
  metadata: metadata.default({}),
})

const confirmation = z.strictObject({
  payment_method: z.string().optional(),
  off_session: boolean.default(false),
})

export function readIntent(world: World, id: string): Stripe.PaymentIntent {
  const intent = world.intents.get(id)
  if (!intent) throw missing('payment_intent', id, 'intent')
  return intent
}

export function createPayment(world: World, params: Params): Stripe.PaymentIntent {
  const input = readParams(create, params)
  if (input.off_session && !input.confirm)
    throw invalidRequest('The parameter `off_session` may only be passed with `confirm=true`.', {
      param: 'off_session',
    })
  const least = leastCharge(input.currency)
  if (input.amount < least)
    throw invalidRequest(
      `Amount must be at least ${shownMoney(least, input.currency)} ${input.currency}`,
      {
        code: 'amount_too_small',
        param: 'amount',
      },
    )
  const customer = input.customer ? readCustomer(world, input.customer, 'customer').id : null
  const card = input.payment_method ? usable(world, input.payment_method, customer) : null
  if (input.confirm && !card) throw missingCard()
  const intent = createIntent(world, null, {
    amount: input.amount,
    currency: input.currency,
    customer,
    metadata: input.metadata,
    description: input.description ?? null,
    receiptEmail: input.receipt_email ?? null,
  })
  if (!card || !input.confirm) return intent
  return charge(world, intent.id, card, input.off_session)
}

export function confirmPayment(world: World, params: Params, id: string): Stripe.PaymentIntent {
  const input = readParams(confirmation, params)
  const intent = readIntent(world, id)
  const customer = intent.customer === null ? null : String(intent.customer)
  const wanted = input.payment_method ?? intent.payment_method
  if (!wanted) throw missingCard()
  requireState(intent, 'confirm', ['requires_payment_method', 'requires_action'])
  return charge(world, id, usable(world, String(wanted), customer), input.off_session)
}

const cancellation = z.strictObject({
  cancellation_reason: z
    .enum(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'])
    .optional(),
})

export function cancelPayment(world: World, params: Params, id: string): Stripe.PaymentIntent {
  const { cancellation_reason: reason = null } = readParams(cancellation, params)
  const intent = readIntent(world, id)
  if (world.sessions.all().some(({ session }) => session.payment_intent === id))
    throw invalidRequest(
      'You cannot cancel this PaymentIntent because it was created by a Checkout Session. Expire the Checkout Session instead.',
    )
  requireState(intent, 'cancel', ['requires_payment_method', 'requires_action', 'processing'])
  world.processing.delete(id)
  const canceled = world.intents.update(id, {
    canceled_at: unixNow(),
    cancellation_reason: reason,
    next_action: null,
    processing: null,
    status: 'canceled',
  })
  world.emit('payment_intent.canceled', canceled, { subject: id })
  return canceled
}

/** The cardholder confirms a payment on a page of the shop. */
export function payHere(world: World, id: string, method: string | null): Stripe.PaymentIntent {
  const intent = readIntent(world, id)
  requireState(intent, 'confirm', ['requires_payment_method', 'requires_action'])
  const before = intent.last_payment_error?.payment_method?.id ?? intent.payment_method
  const customer = intent.customer === null ? null : String(intent.customer)
  return charge(world, id, usable(world, method ?? String(before), customer), false)
}

/** The customer returned from 3-D Secure. */
export function authenticatePayment(world: World, id: string, succeeded: boolean) {
  const intent = readIntent(world, id)
  requireState(intent, 'confirm', ['requires_action'])
  const card = readCard(world, String(intent.payment_method))
  if (!succeeded) return refuse(world, id, card, authenticationFailed)
  const outcome = card.behaviour ? undefined : outcomeIn(card, 'outcome')
  return settle(
    world,
    id,
    card,
    outcome?.kind === 'authenticate' ? outcome.next : { kind: 'succeed' },
  )
}

function charge(world: World, id: string, card: CardRecord, offSession: boolean) {
  if (offSession) {
    const outcome = outcomeIn(card, 'saved')
    const alone = outcome.kind === 'authenticate' ? authenticationRequired : outcome
    return settle(world, id, card, alone)
  }
  return settle(world, id, card, withOwner(card))
}

function settle(world: World, id: string, card: CardRecord, outcome: Outcome) {
  if (outcome.kind === 'decline') return refuse(world, id, card, outcome.decline)
  if (outcome.kind === 'authenticate') requireAction(world, id, id, card)
  if (outcome.kind === 'process') {
    startProcessing(world, id, id, card)
    const settlesAt = unixNow() + processingSeconds
    world.processing.put(id, { intent: id, session: null, settlesAt, succeeds: outcome.succeeds })
  }
  if (outcome.kind === 'succeed') {
    const paid = succeedIntent(world, id, id, card)
    if (outcome.disputed) openDispute(world, id, paid)
  }
  return readIntent(world, id)
}

function refuse(world: World, id: string, card: CardRecord, decline: Decline): never {
  const intent = failIntent(world, id, id, card, decline)
  throw new StripeFailure(402, {
    type: 'card_error',
    code: decline.code,
    message: decline.message,
    ...(decline.declineCode && { decline_code: decline.declineCode }),
    ...(decline.adviceCode && { advice_code: decline.adviceCode }),
    doc_url: `https://stripe.com/docs/error-codes/${decline.code.replaceAll('_', '-')}`,
    charge: String(intent.latest_charge),
    payment_intent: intent,
    payment_method: card.method,
  })
}

function missingCard() {
  return invalidRequest(
    'You cannot confirm this PaymentIntent because it’s missing a payment method.',
    { code: 'payment_intent_unexpected_state' },
  )
}

function requireState(
  intent: Stripe.PaymentIntent,
  verb: 'cancel' | 'confirm',
  admitted: Stripe.PaymentIntent['status'][],
) {
  if (admitted.includes(intent.status)) return
  throw invalidRequest(
    `You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}.`,
    { code: 'payment_intent_unexpected_state', payment_intent: intent },
  )
}
