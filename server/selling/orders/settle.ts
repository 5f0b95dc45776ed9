import { type RawBuilder, sql } from 'kysely'
import type { PaymentStatus } from '#contract/selling/orders.ts'
import { lockCustomer } from '#server/access/subscriptions/ledger.ts'
import { retakeUses, returnUses } from '#server/catalogue/discounts/uses.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { record } from '#server/platform/events/record.ts'
import { revokeReward } from '#server/selling/referrals/revoke.ts'
import { bookRest } from './book-rest.ts'
import { deliver, takeBack, withhold } from './delivery.ts'
import { type ProviderPayment, reviewOrder } from './order-review.ts'
import { advance, type OrderEvent } from './status.ts'

/** Runs in one transaction. Events that arrive twice, late or out of order change nothing. */
export function settleOrder(
  db: Database,
  orderId: string,
  event: OrderEvent,
  cause: Cause = {},
): Promise<PaymentStatus> {
  return transaction(db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order) throw new Error(`There is no order ${orderId}`)
    return settleLocked(tx, order, event, cause)
  })
}

/** Does the same for an order that this transaction has locked and not changed since. */
export async function settleLocked(
  tx: Tx,
  order: LockedOrder,
  event: OrderEvent,
  { undoing = { codes: true, time: true }, payment }: Cause = {},
): Promise<PaymentStatus> {
  const status = advance(order.status, event)
  if (status !== order.status) {
    await tx
      .updateTable('orders')
      .set({
        payment_status: status,
        updated_at: sql`now()`,
        ...((order.status === 'expired' || order.status === 'failed') &&
          status !== 'failed' && { paid_late: true }),
        ...(status === 'finished' && {
          paid_at: sql<Date>`coalesce(paid_at, now())`,
          dispute_lost_at: null,
          dispute_effect: null,
        }),
      })
      .where('id', '=', order.id)
      .where('payment_status', '=', order.status)
      .execute()
    await follow(tx, order, status, { undoing, payment })
    if (status !== 'waiting' && status !== 'confirming') {
      await record(tx, `order.${status}`, toldOf(order))
    }
  }
  // Providers report a lost dispute more than once.
  if (status === 'disputed' && event === 'dispute_lost' && !order.lost) {
    await tx
      .updateTable('orders')
      .set({ dispute_lost_at: sql<Date>`now()` })
      .where('id', '=', order.id)
      .execute()
    await undo(tx, order, undoing, (locked) => withhold(tx, locked, 'refund'))
    await record(tx, 'dispute.lost', toldOf(order))
  }
  return status
}

export type LockedOrder = NonNullable<Awaited<ReturnType<typeof lockOrder>>>

/** Locks all orders of a user, as `lockOrder` does. */
export async function lockOrdersOf(tx: Tx, userId: number) {
  await tx
    .selectFrom('orders')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Other changes of the order or its payments wait for this transaction. */
export function lockOrder(tx: Tx, id: string | RawBuilder<string>) {
  return tx
    .selectFrom('orders')
    .select((eb) => [
      'id',
      'user_id as userId',
      'payment_status as status',
      'total_cents as totalCents',
      'refunded_cents as refundedCents',
      'paid_late as late',
      'paid_at as paidAt',
      'dispute_effect as disputeEffect',
      eb('dispute_lost_at', 'is not', null).as('lost'),
      'renews_order_id as renews',
    ])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Code uses may be released in these states. An order that is paid again retakes them. */
const gaveBack: readonly PaymentStatus[] = ['expired', 'failed', 'disputed', 'refunded']

/** Locks are always taken in the same order: codes, customer, referrer. */
async function follow(tx: Tx, order: LockedOrder, status: PaymentStatus, cause: Followed) {
  const { undoing, payment } = cause
  switch (status) {
    case 'finished': {
      if (order.late || gaveBack.includes(order.status)) await retakeUses(tx, order.id)
      await lockCustomer(tx, order.userId)
      const isFirst = order.paidAt === null && order.totalCents > 0
      const isOwned = await deliver(tx, order)
      if (isFirst && isOwned && payment) await reviewOrder(tx, order, 'lifetime_owned', payment)
      return
    }
    case 'expired':
    case 'failed':
      return returnUses(tx, order.id)
    case 'refunded':
      await undo(tx, order, undoing)
      return bookRest(tx, order)
    case 'disputed':
      await openDispute(tx, order, undoing)
      return revokeReward(tx, order)
  }
}

type Cause = { undoing?: Undoing; payment?: ProviderPayment | undefined }

type Followed = { undoing: Undoing; payment: ProviderPayment | undefined }

export type Undoing = { codes: boolean; time: boolean }

async function undo(
  tx: Tx,
  order: LockedOrder,
  { codes, time }: Undoing,
  take = (locked: LockedOrder) => takeBack(tx, locked),
) {
  if (codes) await returnUses(tx, order.id)
  if (time) await take(order)
  await revokeReward(tx, order)
}

/** Keeps the code uses, because another customer could take them before the shop wins. */
async function openDispute(tx: Tx, order: LockedOrder, { time }: Undoing) {
  const { opening } = await tx
    .selectFrom('settings')
    .select('dispute_opening as opening')
    .executeTakeFirstOrThrow()
  const effect = ({ freeze: 'frozen', revoke: 'revoked', leave: 'left' } as const)[opening]
  await tx
    .updateTable('orders')
    .set({ dispute_effect: effect })
    .where('id', '=', order.id)
    .execute()
  if (effect === 'frozen') await withhold(tx, order, 'freeze')
  if (effect === 'revoked' && time) await withhold(tx, order, 'refund')
}

function toldOf({ id, userId, totalCents, status }: LockedOrder) {
  return { userId, data: { order: id, total_cents: totalCents, before: status } }
}
