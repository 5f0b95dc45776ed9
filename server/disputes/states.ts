import { type RawBuilder, sql } from 'kysely'
import type { DisputeState } from '#contract/disputes.ts'
import type { ToldDispute } from '#server/adapters/payments/card-provider.ts'
import type { Observed } from '#server/adapters/payments/payments.ts'

/**
 * What each state may become. What is told comes late, twice and out of order: nothing goes back, and
 * of what is decided only a loss is undone, on appeal.
 */
const leadsTo: Record<DisputeState, readonly DisputeState[]> = {
  warning: ['needs_response', 'under_review', 'won', 'lost', 'withdrawn'],
  needs_response: ['under_review', 'won', 'lost', 'withdrawn'],
  under_review: ['won', 'lost', 'withdrawn'],
  lost: ['won'],
  won: [],
  withdrawn: [],
}

/** The state of a dispute after what the provider told of it; undefined: it is new to the shop. */
export function advanceDispute(from: DisputeState | undefined, told: ToldDispute): DisputeState {
  // An appeal is decided by the bank as well; until then a loss stays a loss.
  const to = told === 'appealed' ? (from === 'lost' ? 'lost' : 'under_review') : told
  return from === undefined || leadsTo[from].includes(to) ? to : from
}

export const isClosed = (state: DisputeState) =>
  state === 'won' || state === 'lost' || state === 'withdrawn'

const isIn = (states: readonly DisputeState[]) => (column: string) =>
  // Written out: only so PostgreSQL takes the index of those that are open.
  sql<boolean>`${sql.ref(column)} in (${sql.join(states.map((state) => sql.lit(state)))})`

/** Whether the dispute whose state is in `column` is not closed yet. */
export const isOpen: (column: string) => RawBuilder<boolean> = isIn([
  'warning',
  'needs_response',
  'under_review',
])

const answerable: readonly DisputeState[] = ['warning', 'needs_response']

/** Whether a bank takes an answer to the dispute whose state is in `column`. */
export const takesAnswer: (column: string) => RawBuilder<boolean> = isIn(answerable)

/** The same of what a provider told just now. */
export const isAnswerable = (told: ToldDispute) => answerable.some((state) => state === told)

/** Money was taken back, or may be; a warning asks first. */
export const takesMoney = (state: DisputeState) => state !== 'warning'

const paid: readonly Observed[] = ['finished', 'disputed', 'dispute_won', 'dispute_lost']

/** Whether a payment has brought its money, whatever a dispute has made of it since. */
export const isPaid = (observed: Observed) => paid.includes(observed)

/** What all disputes of a payment together mean to its order. */
export function observedOf(payment: Observed, states: readonly DisputeState[]): Observed {
  const decisive = states.filter(takesMoney)
  if (!isPaid(payment)) return payment
  if (decisive.length === 0) return states.length > 0 ? 'finished' : payment
  if (decisive.some((state) => !isClosed(state))) return 'disputed'
  return decisive.includes('lost') ? 'dispute_lost' : 'dispute_won'
}
