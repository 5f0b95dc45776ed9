import type Stripe from 'stripe'
import { objectId, unixNow } from '../ids.ts'
import { invalidRequest } from './errors.ts'
import type { World } from './world.ts'

export interface RefundInput {
  /** Cents; all that is left when missing. */
  amount?: number
  reason: string | null
  metadata: Stripe.Metadata
}

function dollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`
}

export function createRefund(
  world: World,
  subject: string,
  charge: Stripe.Charge,
  input: RefundInput,
): Stripe.Refund {
  const left = charge.amount_captured - charge.amount_refunded
  const amount = input.amount ?? left
  if (left === 0)
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    })
  if (amount > left)
    throw invalidRequest(
      `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`,
      { param: 'amount' },
    )
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
    reason: input.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  }
  world.refunds.put(refund.id, refund)
  const before = charge.amount_refunded
  const refunded = world.charges.update(charge.id, {
    amount_refunded: before + amount,
    refunded: amount === left,
  })
  world.emit('refund.created', refund, { subject })
  world.emit('charge.refunded', refunded, { subject, previous: { amount_refunded: before } })
  return refund
}
