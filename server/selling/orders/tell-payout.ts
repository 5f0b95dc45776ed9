import type { PayoutKind, PayoutStatus } from '#contract/selling/payouts.ts'
import type { Tx } from '#server/kernel/database/database.ts'
import { record } from '#server/platform/events/record.ts'
import type { Staff } from '#server/platform/logs/staff.ts'

export type ToldPayout = {
  id: string
  order_id: string
  user_id: number
  kind: PayoutKind
  status: PayoutStatus
  amount_cents: number
  currency: string
}

export const aboutPayout = ({ id, order_id, kind, amount_cents, currency }: ToldPayout) => ({
  payout: id,
  order: order_id,
  kind,
  amount_cents,
  currency,
})

export const movedTo = ({ status }: ToldPayout, after: PayoutStatus) => ({
  before: { status },
  after: { status: after },
})

export type Decision = { staff: Staff; reason: string }

export async function tellDecision(
  tx: Tx,
  payout: ToldPayout,
  type: 'payout.approved' | 'payout.withdrawn',
  { staff, reason }: Decision,
) {
  const after = type === 'payout.approved' ? 'approved' : 'withdrawn'
  const data = { ...aboutPayout(payout), ...movedTo(payout, after), reason }
  await record(tx, type, { userId: payout.user_id, staff, data })
}

export async function tellByItself(
  tx: Tx,
  payout: ToldPayout,
  type: 'payout.done_by_server' | 'payout.withdrawn_by_shop',
) {
  await record(tx, type, { userId: payout.user_id, data: aboutPayout(payout) })
}
