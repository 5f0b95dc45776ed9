import { type RawBuilder, sql } from 'kysely'
import type { DisputeState } from '#contract/selling/disputes.ts'
import type { ToldDispute } from '#server/adapters/payments/card-provider.ts'
import type { Observed } from '#server/adapters/payments/payments.ts'

type Transitions = Record<DisputeState, Partial<Record<ToldDispute, DisputeState>>>

const decided = { won: 'won', lost: 'lost', withdrawn: 'withdrawn' } as const
const reviewed = { under_review: 'under_review', appealed: 'under_review' } as const

/**
 * Reports arrive late, twice and out of order, so a state never moves back. No trigger enforces
 * this table. A check requires `closed_at` of exactly the final states.
 */
export const disputeTransitions: Transitions = {
  warning: { needs_response: 'needs_response', ...reviewed, ...decided },
  needs_response: { ...reviewed, ...decided },
  under_review: decided,
  // The bank decides an appeal as well. Until then a loss stays a loss.
  lost: { won: 'won' },
  won: {},
  withdrawn: {},
}

/** `from` is undefined for a new dispute. */
export function advanceDispute(from: DisputeState | undefined, told: ToldDispute): DisputeState {
  if (from === undefined) return told === 'appealed' ? 'under_review' : told
  return disputeTransitions[from][told] ?? from
}

export const isClosed = (state: DisputeState) =>
  state === 'won' || state === 'lost' || state === 'withdrawn'

const isIn = (states: readonly DisputeState[]) => (column: string) =>
  // Use literals, because PostgreSQL uses the partial index of open disputes only then.
  sql<boolean>`${sql.ref(column)} in (${sql.join(states.map((state) => sql.lit(state)))})`

export const isOpen: (column: string) => RawBuilder<boolean> = isIn([
  'warning',
  'needs_response',
  'under_review',
])

const answerable: readonly DisputeState[] = ['warning', 'needs_response']

export const takesAnswer: (column: string) => RawBuilder<boolean> = isIn(answerable)

export const isAnswerable = (told: ToldDispute) => answerable.some((state) => state === told)

/** Money was taken, or may be. A warning does not take money yet. */
export const takesMoney = (state: DisputeState) => state !== 'warning'

const paid: readonly Observed[] = ['finished', 'disputed', 'dispute_won', 'dispute_lost']

/** Whether the payment was received, whatever a dispute has changed since. */
export const isPaid = (observed: Observed) => paid.includes(observed)

export function observedOf(payment: Observed, states: readonly DisputeState[]): Observed {
  const decisive = states.filter(takesMoney)
  if (!isPaid(payment)) return payment
  if (decisive.length === 0) return states.length > 0 ? 'finished' : payment
  if (decisive.some((state) => !isClosed(state))) return 'disputed'
  return decisive.includes('lost') ? 'dispute_lost' : 'dispute_won'
}
