import { sql } from 'kysely'
import type { DisputeState } from '#contract/disputes.ts'
import { staffDisputes } from '#contract/staff-disputes.ts'
import type { Tx } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { listRefundable } from '#server/orders/refundable.ts'
import type { LockedOrder } from '#server/orders/settle.ts'
import type { Refund } from '#server/refunds/effects.ts'
import type { Heard } from './hear.ts'

export type Judged = { id: number; state: DisputeState; amount_cents: number }

/**
 * Judges what the disputes of an order mean to it. A dispute that was lost for less than was left
 * of the order has taken a part, as a refund would: the order goes on, and `states` has it as won.
 * `parts` are those whose refund is still to be written, `undone` the refunds of those that an
 * appeal has won.
 */
export async function judge(
  tx: Tx,
  { id, totalCents, refundedCents }: LockedOrder,
  heard: Heard[],
) {
  const disputes: Judged[] = await tx
    .selectFrom('disputes')
    .select(['id', 'state', 'amount_cents'])
    .where('order_id', '=', id)
    .orderBy('id')
    .execute()
  const taken: Refund[] = await tx
    .selectFrom('refunds')
    .selectAll()
    .where('order_id', '=', id)
    .where('dispute_id', 'is not', null)
    .where('status', '=', 'succeeded')
    .execute()
  const isLost = (of: number | null) =>
    disputes.some((dispute) => dispute.id === of && dispute.state === 'lost')
  const undone = taken.filter((refund) => !isLost(refund.dispute_id))
  const others = disputes.filter(
    (dispute) => dispute.state === 'lost' && !taken.some((of) => of.dispute_id === dispute.id),
  )
  // What took all that was left may be a part, once an appeal has brought another part back.
  const isNews = ({ id: of }: Judged) =>
    undone.length > 0 || heard.some((each) => each.id === of && each.before !== 'lost')
  const [news, known] = [others.filter(isNews), others.filter((each) => !isNews(each))]
  let left = totalCents - refundedCents + sumOf(undone) - sumOf(known)
  const parts: Judged[] = []
  for (const each of news) {
    if (each.amount_cents > 0 && each.amount_cents < left) parts.push(each)
    left -= each.amount_cents
  }
  const whole = others.filter((each) => !parts.includes(each))
  const states = disputes.map((each) =>
    each.state === 'lost' && !whole.includes(each) ? 'won' : each.state,
  )
  return { states, parts, undone }
}

/**
 * Throws 409 where a loss of so many cents would be a part of which a refund speaks that the provider has
 * not decided.
 */
export async function requireRoom(tx: Tx, order: string, cents: number) {
  const items = await listRefundable(tx, order)
  const unspoken = items.reduce((sum, { left }) => sum + left, 0)
  const { left } = await tx
    .selectFrom('orders')
    .select(({ eb }) => eb('total_cents', '-', eb.ref('refunded_cents')).as('left'))
    .where('id', '=', order)
    .executeTakeFirstOrThrow()
  if (cents > unspoken && cents < left)
    throw new Refusal(staffDisputes.accept.refusals.refund_undecided)
}

/** Whether a dispute has taken a part of its order, which then goes on. */
export const tookPart = sql<boolean>`exists (
  select from refunds where dispute_id = disputes.id and status = 'succeeded')`

const sumOf = (amounts: readonly { amount_cents: number }[]) =>
  amounts.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
