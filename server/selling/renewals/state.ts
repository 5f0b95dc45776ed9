import type { RenewalState } from '#contract/access/card-renewal.ts'

type RenewalEvent =
  | 'charge'
  /** No outcome of the charge is known, and nothing was charged. */
  | 'charge_lost'
  | 'declined'
  | 'authentication_required'
  | 'paid'
  | 'card_missing'
  /** The customer gained time in another way, so the payment is not necessary. */
  | 'time_gained'
  /** The time for retries is over, or the charge was canceled at the provider. */
  | 'unpaid'
  | 'product_removed'
  | 'product_sold_again'
  /** The product was not sold for too long. */
  | 'unsold'
  | 'dispute_opened'
  | 'dispute_won'
  | 'stop'
  /** The customer turns it on again, or buys the product again with a renewal. */
  | 'resume'
  | 'resume_in_dispute'
  | 'resume_without_card'
  | 'expire'
  /** A deletion, a ban, a refund, a revocation, a lifetime or a lost dispute. */
  | 'end'

type Transitions = Record<RenewalState, Partial<Record<RenewalEvent, RenewalState>>>

const holds = { product_removed: 'held', dispute_opened: 'held' } as const
const ends = { unpaid: 'ended', end: 'ended' } as const

const failing = {
  charge: 'charging',
  declined: 'retrying',
  authentication_required: 'needs_action',
  paid: 'on',
  time_gained: 'on',
  ...holds,
  stop: 'stopping',
  ...ends,
} as const

/**
 * Changed by conditions in SQL (`take.ts`, `stop.ts`, `settle.ts`, `open-charge.ts`, `charge.ts`,
 * `db/schema/13-renewals.sql`, and `renewal-paid.ts` and `begin-renewals.ts` of payments), which
 * `property.test.ts` compares. No trigger enforces this table. Checks require each state's columns.
 */
export const renewalTransitions: Transitions = {
  on: { charge: 'charging', card_missing: 'retrying', ...holds, stop: 'stopping', ...ends },
  charging: {
    charge_lost: 'retrying',
    declined: 'retrying',
    authentication_required: 'needs_action',
    paid: 'on',
    dispute_opened: 'held',
    // The charge continues. If its money arrives, the time is delivered.
    stop: 'stopping',
    ...ends,
  },
  retrying: failing,
  needs_action: failing,
  stopping: {
    resume: 'on',
    resume_in_dispute: 'held',
    resume_without_card: 'retrying',
    expire: 'ended',
    end: 'ended',
  },
  held: {
    product_sold_again: 'on',
    dispute_won: 'on',
    dispute_opened: 'held',
    stop: 'stopping',
    unsold: 'ended',
    end: 'ended',
  },
  ended: {},
}
