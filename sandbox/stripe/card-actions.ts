import type Stripe from 'stripe'
import * as z from 'zod'
import { type DisputeDetails, disputeActions, possibleDisputeActions } from './disputes.ts'
import { invalidRequest } from './errors.ts'
import { savedBehaviours } from './outcomes.ts'
import { readIntent } from './payments.ts'
import { createRefund } from './refunds.ts'
import { behave, detachCard, reissue } from './saved-cards.ts'
import { settleProcessing } from './settle.ts'
import type { World } from './world.ts'

/** An empty choice in the form restores the behaviour that the card number defines. */
const behaviour = z.object({ does: z.enum(['', ...Object.keys(savedBehaviours)]) })
const month = z.object({
  month: z.coerce.number().int().min(1).max(12),
  year: z.coerce.number().int().min(2000).max(2099),
})

/** Runs an action on a saved card, by the name used in the panel's buttons and the control API. */
export function actOnCard(
  world: World,
  id: string,
  action: string,
  details: unknown,
): Stripe.PaymentMethod {
  if (action === 'behave') {
    const wanted = behaviour.safeParse(details)
    if (!wanted.success) throw invalidRequest('There is no such behaviour.')
    return behave(world, id, wanted.data.does || null).method
  }
  if (action === 'reissue') {
    const wanted = month.safeParse(details)
    if (!wanted.success) throw invalidRequest('Say the month and the year.')
    return reissue(world, id, wanted.data.month, wanted.data.year).method
  }
  /** As done in Stripe's own dashboard. */
  if (action === 'detach') return detachCard(world, {}, id)
  throw invalidRequest(`There is no action ${action}.`, {}, 404)
}

type Act = (world: World, intent: Stripe.PaymentIntent) => void

const chargeOf = (world: World, { latest_charge: id }: Stripe.PaymentIntent) => {
  const charge = world.charges.get(String(id))
  if (!charge?.paid) throw invalidRequest('This PaymentIntent has not been paid.')
  return charge
}

function settling(pays: boolean): Act {
  return (world, { id }) => {
    const processing = world.processing.get(id)
    if (!processing) throw invalidRequest('This payment is not processing.')
    settleProcessing(world, processing, pays)
  }
}

const paymentActions: Record<string, Act> = {
  settle: settling(true),
  fail: settling(false),
  refund: (world, intent) =>
    void createRefund(world, chargeOf(world, intent), {
      reason: 'requested_by_customer',
      metadata: {},
    }),
}

/**
 * Runs an action on a payment with a saved card. Throws if it is unknown or does not fit the state.
 */
export function actOnPayment(world: World, id: string, name: string, details: DisputeDetails = {}) {
  const dispute = disputeActions[name]
  const action: Act | undefined = dispute
    ? (_world, intent) => dispute(world, intent.id, chargeOf(world, intent), details)
    : paymentActions[name]
  if (!action) throw invalidRequest(`There is no action ${name}.`, {}, 404)
  action(world, readIntent(world, id))
}

/** The actions that the state of a payment with a saved card allows, for its buttons. */
export function possiblePaymentActions(world: World, intent: Stripe.PaymentIntent): string[] {
  if (intent.status === 'processing') return ['settle', 'fail']
  if (intent.status !== 'succeeded') return []
  const charge = chargeOf(world, intent)
  return [
    ...(charge.refunded || charge.disputed ? [] : ['refund']),
    ...possibleDisputeActions(world, charge),
  ]
}
