import Stripe from 'stripe'
import { askedCurrency } from './own-currency.ts'
import { ProviderDown, ProviderForbidden } from './payments.ts'
import type { CardCharge, CardDeclined, SavedCards } from './saved-cards.ts'
import { savedCardKind } from './stripe-events.ts'
import { asked, isMissing, saidNothing } from './stripe-failures.ts'
import { cardOf } from './stripe-reader.ts'

type Charges = Pick<
  SavedCards,
  'chargeSavedCard' | 'retryCharge' | 'readCharge' | 'findCharge' | 'cancelCharge'
>

const expand = ['latest_charge']

export function chargesCards(stripe: Stripe): Charges {
  /** Returns the result of a charge. A declined card is a result too. */
  async function charged(question: () => Promise<Stripe.PaymentIntent>): Promise<CardCharge> {
    try {
      return chargeOf(await asked(question))
    } catch (error) {
      return (await answerIn(error)) ?? unlessSilent(error)
    }
  }

  async function answerIn(error: unknown): Promise<CardCharge | null> {
    const cause = (error as Error).cause
    if (cause instanceof Stripe.errors.StripeCardError)
      return cause.payment_intent ? chargeOf(cause.payment_intent, cause) : declined(cause, null)
    if (!(cause instanceof Stripe.errors.StripeInvalidRequestError)) return null
    // The intent was paid, canceled or started processing since then, so its current state counts.
    if (cause.code === 'payment_intent_unexpected_state' && cause.payment_intent)
      return read(cause.payment_intent.id)
    const gone =
      cause.code === 'payment_method_unexpected_state' ||
      isMissing(error, 'payment_method', 'customer')
    return gone ? cardGone : null
  }

  async function read(id: string): Promise<CardCharge> {
    try {
      return chargeOf(await asked(() => stripe.paymentIntents.retrieve(id, { expand })))
    } catch (error) {
      return unlessSilent(error)
    }
  }

  return {
    chargeSavedCard: ({ orderId, amountCents, description, customerId, cardId, idempotencyKey }) =>
      charged(() =>
        stripe.paymentIntents.create(
          {
            amount: amountCents,
            currency: askedCurrency(),
            customer: customerId,
            payment_method: cardId,
            allowed_payment_method_types: ['card'],
            off_session: true,
            confirm: true,
            description,
            metadata: { order_id: orderId, kind: savedCardKind },
            expand,
          },
          { idempotencyKey },
        ),
      ),

    retryCharge: ({ paymentIntentId, cardId, idempotencyKey }) =>
      charged(() =>
        stripe.paymentIntents.confirm(
          paymentIntentId,
          { payment_method: cardId, off_session: true, expand },
          { idempotencyKey },
        ),
      ),

    readCharge: read,

    async findCharge({ customerId, orderId }) {
      try {
        const { data } = await asked(() =>
          stripe.paymentIntents.list({
            customer: customerId,
            limit: 100,
            expand: ['data.latest_charge'],
          }),
        )
        const intents = data.filter(({ metadata }) => metadata.order_id === orderId)
        const intent = intents.find(({ status }) => status === 'succeeded') ?? intents[0]
        return intent ? chargeOf(intent) : null
      } catch (error) {
        if (isMissing(error, 'customer')) return null
        return unlessSilent(error)
      }
    },

    async cancelCharge(id) {
      try {
        const canceled = await asked(() =>
          stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' }),
        )
        return chargeOf(canceled)
      } catch (error) {
        return (await answerIn(error)) ?? unlessSilent(error)
      }
    },
  }
}

/** Rethrows an error that Stripe reported. Without a response, the result is `unknown`. */
function unlessSilent(error: unknown): CardCharge {
  const isUnknown = error instanceof ProviderDown && !(error instanceof ProviderForbidden)
  if (isUnknown && (saidNothing(error) || isUnderWay(error))) return { status: 'unknown' }
  throw error
}

/** Another process is using the same idempotency key right now. */
const isUnderWay = (error: Error) =>
  (error.cause as { statusCode?: number } | undefined)?.statusCode === 409

function chargeOf(intent: Stripe.PaymentIntent, error?: Stripe.errors.StripeCardError): CardCharge {
  const { id: paymentIntentId, last_payment_error: failure } = intent
  const status: string = intent.status
  if (status === 'succeeded')
    return {
      status: 'succeeded',
      paymentIntentId,
      amountCents: intent.amount_received,
      card: cardOf(intent),
    }
  if (status === 'canceled') return { status: 'canceled', paymentIntentId }
  if (status === 'processing') return { status: 'processing', paymentIntentId }
  const told = error ?? failure
  if (status === 'requires_action' || wantsOwner(told))
    return {
      status: 'needs_action',
      paymentIntentId,
      clientSecret: intent.client_secret!,
      cardId: idOf(failure?.payment_method) ?? idOf(intent.payment_method),
    }
  return declined(told ?? { message: 'The payment did not go through.' }, paymentIntentId)
}

/** A bank that requires the customer's authentication declines charges without it. */
const wantsOwner = (failure: Told | null | undefined) =>
  failure?.code === 'authentication_required' || failure?.decline_code === 'authentication_required'

type Told = {
  code?: string | undefined
  decline_code?: string | undefined
  advice_code?: string | undefined
  message?: string | undefined
}

const advices = ['confirm_card_data', 'do_not_try_again', 'try_again_later'] as const

function declined(told: Told, paymentIntentId: string | null): CardDeclined {
  return {
    status: 'declined',
    paymentIntentId,
    code: told.code ?? 'card_declined',
    declineCode: told.decline_code ?? null,
    adviceCode: advices.find((each) => each === told.advice_code) ?? null,
    message: told.message ?? 'Your card was declined.',
  }
}

const cardGone: CardDeclined = {
  status: 'declined',
  paymentIntentId: null,
  code: 'card_gone',
  declineCode: null,
  adviceCode: 'do_not_try_again',
  message: 'This card has been removed. Please add another one.',
}

const idOf = (reference: string | { id: string } | null | undefined) =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)
