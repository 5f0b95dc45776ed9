import type { UpdateObject } from 'kysely'
import { type PayoutStatus, payoutStatuses } from '#contract/selling/payouts.ts'
import { payoutRefusals } from '#contract/selling/staff-payouts.ts'
import type { DB } from '#db/tables.ts'
import type { Tx } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'

export type PayoutEvent =
  | 'confirm_address'
  | 'approve'
  | 'send'
  | 'complete'
  /** A staff member withdraws it. */
  | 'withdraw'
  /** The deadline for the address has passed, or the customer was deleted. */
  | 'expire'
  /** The rest of an underpaid order has arrived. */
  | 'order_paid'

type Transitions = Record<PayoutStatus, Partial<Record<PayoutEvent, PayoutStatus>>>

/** The status of a payout after each event. Held by the trigger `payouts_forward`. */
export const payoutTransitions: Transitions = {
  offered: {
    confirm_address: 'given',
    withdraw: 'withdrawn',
    expire: 'withdrawn',
    order_paid: 'withdrawn',
  },
  given: { approve: 'approved', withdraw: 'withdrawn', order_paid: 'withdrawn' },
  // The coins may already be leaving, so only a staff member can still withdraw it.
  approved: { send: 'sent', withdraw: 'withdrawn' },
  sent: { complete: 'done' },
  done: {},
  withdrawn: {},
}

export const payoutStatusesFor = (event: PayoutEvent): PayoutStatus[] =>
  payoutStatuses.filter((from) => payoutTransitions[from][event])

/** Throws `payout_moved` if the payout does not accept the event. Returns its next status. */
export function requireTransition(from: PayoutStatus, event: PayoutEvent): PayoutStatus {
  const to = payoutTransitions[from][event]
  if (!to) throw new Refusal(payoutRefusals.payout_moved)
  return to
}

/** The payout must be locked. Returns it with the new status. Throws `payout_moved`. */
export async function movePayout<Payout extends { id: string; status: PayoutStatus }>(
  tx: Tx,
  payout: Payout,
  event: PayoutEvent,
  changes: UpdateObject<DB, 'payouts'>,
): Promise<Payout> {
  const status = requireTransition(payout.status, event)
  await tx
    .updateTable('payouts')
    .set({ ...changes, status })
    .where('id', '=', payout.id)
    .execute()
  return { ...payout, status }
}
