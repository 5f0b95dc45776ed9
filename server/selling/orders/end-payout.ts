import { sql } from 'kysely'
import type { PayoutKind, PayoutStatus } from '#contract/selling/payouts.ts'
import type { Tx } from '#server/kernel/database/database.ts'
import { forgetAddresses } from './payout-addresses.ts'
import { movePayout, type PayoutEvent, payoutStatusesFor } from './payout-status.ts'
import { type Decision, type ToldPayout, tellByItself, tellDecision } from './tell-payout.ts'

export async function endPayout(
  tx: Tx,
  payout: ToldPayout,
  event: Extract<PayoutEvent, 'withdraw' | 'expire' | 'order_paid'>,
  decision: Decision | null,
) {
  if (decision) await tellDecision(tx, payout, 'payout.withdrawn', decision)
  else await tellByItself(tx, payout, 'payout.withdrawn_by_shop')
  await movePayout(tx, payout, event, {
    withdrawn_at: sql<Date>`now()`,
    withdrawn_by: decision?.staff.id ?? null,
    code_hash: null,
  })
  // The customer may have been deleted since they gave an address.
  await forgetAddresses(tx, payout.user_id)
}

/** Withdraws the payout of an underpaid order, because the rest arrived. Approved ones stay. */
export async function giveWay(tx: Tx, orderId: string) {
  const open = await tx
    .selectFrom('payouts')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select(['payouts.id', 'order_id', 'user_id', 'amount_cents', 'currency'])
    .select([sql<PayoutKind>`kind`.as('kind'), sql<PayoutStatus>`payouts.status`.as('status')])
    .where('order_id', '=', orderId)
    .where('kind', '=', 'short')
    .where('payouts.status', 'in', payoutStatusesFor('order_paid'))
    .orderBy('payouts.id')
    .execute()
  for (const payout of open) await endPayout(tx, payout, 'order_paid', null)
}
