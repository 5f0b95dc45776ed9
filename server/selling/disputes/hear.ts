import { sql } from 'kysely'
import type { DisputeState } from '#contract/selling/disputes.ts'
import type { CardDispute } from '#server/adapters/payments/card-provider.ts'
import type { Tx } from '#server/kernel/database/database.ts'
import { advanceDispute, isClosed } from './states.ts'

export type Heard = {
  id: number
  /** Undefined if the dispute is new to the shop. */
  before: DisputeState | undefined
  state: DisputeState
  amount_cents: number
  reason: string
}

const unanswered = {
  answer: null,
  answered_by: null,
  asked_at: null,
  answered_at: null,
  reminded_hours: null,
}

/** Stores the provider's data of a dispute. The caller has locked the order. */
export async function hearDispute(tx: Tx, orderId: string, told: CardDispute): Promise<Heard> {
  const known = await tx
    .selectFrom('disputes')
    .select(['id', 'state', 'closed_at'])
    .where('provider_id', '=', told.id)
    .executeTakeFirst()
  const state = advanceDispute(known?.state, told.told)
  const values = {
    state,
    reason: told.reason.slice(0, 100),
    network_reason: told.networkReason?.slice(0, 100) ?? null,
    amount_cents: told.amountCents,
    due_at: told.dueAt,
    // An appeal is a new decision with its own date.
    closed_at: isClosed(state)
      ? ((known?.state === state ? known.closed_at : null) ?? sql<Date>`now()`)
      : null,
    checked_at: sql<Date>`now()`,
    // An answer to an inquiry is no answer to the dispute that it became.
    ...(known?.state === 'warning' && state === 'needs_response' && unanswered),
  }
  const { id } = await tx
    .insertInto('disputes')
    .values({ ...values, provider_id: told.id, order_id: orderId, opened_at: told.openedAt })
    .onConflict((conflict) => conflict.column('provider_id').doUpdateSet(values))
    .returning('id')
    .executeTakeFirstOrThrow()
  const { amount_cents, reason } = values
  return { id, before: known?.state, state, amount_cents, reason }
}
