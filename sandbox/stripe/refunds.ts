import type Stripe from 'stripe'
import { shownMoney } from '../fiat.ts'
import { objectId, unixNow } from '../ids.ts'
import { takenByBanks } from './disputes.ts'
import { invalidRequest, missing } from './errors.ts'
import type { World } from './world.ts'

export type RefundInput = {
  /** In cents. If missing, the remaining amount. */
  amount?: number
  reason: string | null
  metadata: Stripe.Metadata
}

/** The session that an intent belongs to. A payment with a saved card has none. */
export function subjectOf(world: World, intent: string): string {
  const session = world.sessions.all().find(({ session }) => session.payment_intent === intent)
  return session?.session.id ?? intent
}

/** The card decides whether a refund is pending at first, as with Stripe's test cards. */
function firstStatus(world: World, { payment_method }: Stripe.Charge): 'pending' | 'succeeded' {
  const outcome = world.cards.get(String(payment_method))?.outcome
  return (outcome?.kind === 'succeed' && outcome.refundsAre) || 'succeeded'
}

export function createRefund(
  world: World,
  charge: Stripe.Charge,
  input: RefundInput,
): Stripe.Refund {
  const taken = takenByBanks(world, charge)
  const left = charge.amount_captured - charge.amount_refunded - (taken ?? 0)
  const amount = input.amount ?? left
  if (taken === undefined || (taken > 0 && left <= 0))
    throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    })
  if (left === 0)
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    })
  if (amount < 1)
    throw invalidRequest('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: 'amount',
    })
  if (amount > left)
    throw invalidRequest(
      `Refund amount (${shownMoney(amount, charge.currency)}) is greater than unrefunded amount on charge (${shownMoney(left, charge.currency)})`,
      { param: 'amount' },
    )
  const status = firstStatus(world, charge)
  const refund: Stripe.Refund = {
    id: objectId('re'),
    object: 'refund',
    amount,
    balance_transaction: objectId('txn'),
    charge: charge.id,
    created: unixNow(),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: {
      type: 'card',
      card: {
        reference_status: 'pending',
        reference_type: 'acquirer_reference_number',
        type: 'refund',
      },
    },
    metadata: input.metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    ...(status === 'pending' && { pending_reason: 'processing' as const }),
    reason: input.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status,
    transfer_reversal: null,
  }
  world.refunds.put(refund.id, refund)
  const subject = subjectOf(world, String(charge.payment_intent))
  world.emit('refund.created', refund, { subject })
  countRefunded(world, charge, amount)
  return refund
}

/** Updates the refunded amount of the charge. Failed and canceled refunds do not count. */
function countRefunded(world: World, { id }: Stripe.Charge, by: number) {
  const before = world.charges.get(id)!
  const amount_refunded = before.amount_refunded + by
  const refunded = amount_refunded === before.amount_captured
  const charge = world.charges.update(id, { amount_refunded, refunded })
  if (by < 0) return
  world.emit('charge.refunded', charge, {
    subject: subjectOf(world, String(charge.payment_intent)),
    previous: {
      amount_refunded: before.amount_refunded,
      ...(refunded !== before.refunded && { refunded: before.refunded }),
    },
  })
}

function readRefund(world: World, id: string): Stripe.Refund {
  const refund = world.refunds.get(id)
  if (!refund) throw missing('refund', id)
  return refund
}

function change(world: World, refund: Stripe.Refund, changes: Partial<Stripe.Refund>) {
  const { pending_reason: _, ...rest } = { ...refund, ...changes }
  const subject = subjectOf(world, String(refund.payment_intent))
  const after = world.refunds.put(refund.id, rest)
  const previous = { status: refund.status }
  world.emit('refund.updated', after, { subject, previous })
  return { after, subject, previous }
}

/** The bank confirms a pending refund. */
export function succeedRefund(world: World, id: string): Stripe.Refund {
  const refund = readRefund(world, id)
  if (refund.status !== 'pending') throw invalidRequest('This refund is not pending.')
  return change(world, refund, { status: 'succeeded' }).after
}

/** The bank returns the refund, which can happen days after it succeeded. */
export function failRefund(world: World, id: string): Stripe.Refund {
  const refund = readRefund(world, id)
  if (refund.status !== 'pending' && refund.status !== 'succeeded')
    throw invalidRequest(`A refund that is ${refund.status} cannot fail.`)
  const { after, subject, previous } = change(world, refund, {
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
    failure_balance_transaction: objectId('txn'),
  })
  countRefunded(world, world.charges.get(String(refund.charge))!, -refund.amount)
  world.emit('refund.failed', after, { subject, previous })
  return after
}

export function cancelRefund(world: World, id: string): Stripe.Refund {
  const refund = readRefund(world, id)
  if (refund.status !== 'pending')
    throw invalidRequest(`A refund with status ${refund.status} cannot be canceled.`)
  const { after } = change(world, refund, { status: 'canceled' })
  countRefunded(world, world.charges.get(String(refund.charge))!, -refund.amount)
  return after
}

/** The actions on a refund, by the name used in the panel's buttons and the control API. */
export const refundActions: Record<string, typeof succeedRefund> = {
  succeed: succeedRefund,
  fail: failRefund,
  cancel: cancelRefund,
}

/** The actions that a refund's state allows, for its buttons. */
export function possibleRefundActions({ status }: Stripe.Refund): string[] {
  if (status === 'pending') return ['succeed', 'fail', 'cancel']
  return status === 'succeeded' ? ['fail'] : []
}
