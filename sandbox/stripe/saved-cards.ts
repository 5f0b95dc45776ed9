import type Stripe from 'stripe'
import * as z from 'zod'
import type { Outcomes } from './cards.ts'
import { readCustomer } from './customers.ts'
import { invalidRequest, missing } from './errors.ts'
import type { Params } from './form.ts'
import { listPage } from './lists.ts'
import { authenticationRequired, type Outcome, savedBehaviours, succeeds } from './outcomes.ts'
import { readParams } from './session-params.ts'
import type { CardRecord, World } from './world.ts'

export function readCard(world: World, id: string, param = 'payment_method'): CardRecord {
  const card = world.cards.get(id)
  if (!card) throw missing('PaymentMethod', id, param)
  return card
}

/** The outcome of the card in this case. Cards stored before these cases existed succeed. */
export function outcomeIn(card: CardRecord, when: keyof Outcomes): Outcome {
  if (when === 'saved' && card.behaviour) return savedBehaviours[card.behaviour] ?? succeeds
  return card[when] ?? succeeds
}

/** With the cardholder present, a card that requires consent asks for it. */
export function withOwner(card: CardRecord): Outcome {
  const saved = outcomeIn(card, 'saved')
  if (saved === authenticationRequired || card.behaviour === 'authentication_required')
    return { kind: 'authenticate', next: { kind: 'succeed' } }
  return card.behaviour ? saved : outcomeIn(card, 'outcome')
}

/** Returns the card if this customer may pay with it: it must be saved and belong to them. */
export function usable(world: World, id: string, customer: string | null): CardRecord {
  const card = readCard(world, id)
  if (card.spent)
    throw invalidRequest(
      'The provided PaymentMethod was detached from a Customer. It may not be used again.',
      { code: 'payment_method_unexpected_state', param: 'payment_method' },
    )
  if (card.method.customer !== customer)
    throw invalidRequest(
      `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
      { code: 'resource_missing', param: 'payment_method' },
    )
  return card
}

/** Saves a card for its customer, so that it can be charged off-session. */
export function saveCard(world: World, card: CardRecord, customer: string): CardRecord {
  const { method } = readCard(world, card.method.id)
  if (method.customer === customer) return card
  if (method.customer || card.spent)
    throw invalidRequest(
      'The payment method you provided has already been attached to a customer, or was detached from one. It can only be used once.',
      { code: 'payment_method_unexpected_state' },
    )
  const saved = world.cards.update(method.id, { method: { ...method, customer } })
  world.emit('payment_method.attached', saved.method, { subject: customer })
  return saved
}

const attachment = z.strictObject({ customer: z.string() })

export function attachCard(world: World, params: Params, id: string): Stripe.PaymentMethod {
  const { customer } = readParams(attachment, params)
  return saveCard(world, readCard(world, id), readCustomer(world, customer).id).method
}

/** A detached card can never be used again, as at Stripe. */
export function detachCard(world: World, _params: Params, id: string): Stripe.PaymentMethod {
  const { method } = readCard(world, id)
  if (!method.customer)
    throw invalidRequest(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
      { code: 'payment_method_unexpected_state' },
    )
  const customer = readCustomer(world, String(method.customer))
  const detached = world.cards.update(id, { method: { ...method, customer: null }, spent: true })
  if (customer.invoice_settings.default_payment_method === id)
    world.customers.update(customer.id, {
      invoice_settings: { ...customer.invoice_settings, default_payment_method: null },
    })
  world.emit('payment_method.detached', detached.method, {
    subject: customer.id,
    previous: { customer: customer.id },
  })
  return detached.method
}

export function cardsOf(world: World, customer: string): CardRecord[] {
  return world.cards.all().filter(({ method }) => method.customer === customer)
}

const kind = z.strictObject({ type: z.literal('card').optional() })

function listMethods(world: World, customer: string, { type, ...params }: Params) {
  readParams(kind, type === undefined ? {} : { type })
  const methods = cardsOf(world, readCustomer(world, customer).id).map(({ method }) => method)
  return listPage('/v1/payment_methods', methods, params, ['allow_redisplay'])
}

const whose = z.looseObject({ customer: z.string() })

export function listCards(world: World, { customer, ...params }: Params) {
  const { customer: id } = readParams(whose, { customer: customer ?? '' })
  return listMethods(world, id, params)
}

export const listCustomerCards = (world: World, params: Params, id: string) =>
  listMethods(world, id, params)

/** Changes the outcome of a saved card. Null restores the outcome that its number defines. */
export function behave(world: World, id: string, behaviour: string | null): CardRecord {
  const card = readCard(world, id)
  if (!card.method.customer) throw invalidRequest('This card is not saved.')
  if (behaviour && !savedBehaviours[behaviour])
    throw invalidRequest(`There is no behaviour ${behaviour}.`, {}, 404)
  return world.cards.update(id, { behaviour })
}

/** Changes the expiry date, as when a bank issues a new card. */
export function reissue(world: World, id: string, month: number, year: number): CardRecord {
  const { method } = readCard(world, id)
  const card = { ...method.card!, exp_month: month, exp_year: year }
  const renewed = world.cards.update(id, { method: { ...method, card } })
  world.emit('payment_method.automatically_updated', renewed.method, {
    subject: String(method.customer),
    previous: { card: { exp_month: method.card!.exp_month, exp_year: method.card!.exp_year } },
  })
  return renewed
}
