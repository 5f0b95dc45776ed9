import { sql } from 'kysely'
import { payoutRefusals } from '#contract/selling/staff-payouts.ts'
import type { Tx } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import type { LockedPayout } from './read.ts'

export async function requireOwed(tx: Tx, payout: LockedPayout) {
  if (!(await isOwed(tx, payout))) throw new Refusal(payoutRefusals.paid_back_already)
}

/** False if the provider refunded the payment, or if the refund was made in another way. */
export async function isOwed(tx: Tx, { order_id, refund_id }: LockedPayout): Promise<boolean> {
  const { owed } = await tx
    .selectNoFrom(
      sql<boolean>`not exists (
        select from payments where order_id = ${order_id} and status = 'refunded'
      ) and (${refund_id}::uuid is null or exists (
        select from refunds join orders on orders.id = order_id
         where refunds.id = ${refund_id} and refunds.status = 'asked'
           and payment_status = 'finished'))`.as('owed'),
    )
    .executeTakeFirstOrThrow()
  return owed
}
