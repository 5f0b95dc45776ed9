import { record } from '#server/events/record.ts'
import type { Tx } from '#server/kernel/database.ts'
import type { Staff } from '#server/logs/staff.ts'
import { lockOrder } from '#server/orders/settle.ts'
import type { LockedPayout } from './read.ts'

/** What events say of a payout. */
export const aboutPayout = ({ id, order_id, kind, amount_cents, currency }: LockedPayout) => ({
  ...{ payout: id, order: order_id, kind, amount_cents, currency },
})

type ByStaff = 'payout.approved' | 'payout.done' | 'payout.withdrawn'
type ByItself = 'payout.done_by_server' | 'payout.withdrawn_by_shop'

export async function tell(
  tx: Tx,
  staff: Staff | null,
  payout: LockedPayout,
  type: ByStaff | ByItself,
) {
  const { userId } = (await lockOrder(tx, payout.order_id))!
  const data = aboutPayout(payout)
  if (type === 'payout.done_by_server' || type === 'payout.withdrawn_by_shop')
    await record(tx, type, { userId, data })
  else await record(tx, type, { userId, staff: staff!, data })
}
