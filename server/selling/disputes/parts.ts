import { sql } from 'kysely'
import type { DisputeState } from '#contract/selling/disputes.ts'
import { staffDisputes } from '#contract/selling/staff-disputes.ts'
import type { Tx } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { listRefundable } from '#server/selling/orders/refundable.ts'
import type { LockedOrder } from '#server/selling/orders/settle.ts'
import type { Refund } from '#server/selling/refunds/effects.ts'
import type { Heard } from './hear.ts'

export type Judged = { id: number; state: DisputeState; amount_cents: number }

/**
 * A dispute lost for less than the amount left counts as a refund, and `states` has it as won.
 * `parts` are lost parts without a stored refund, `undone` the refunds that an appeal reversed.
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
  // A loss that took everything may become a part after an appeal has returned another part.
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

/** Throws 409 if a part of this amount would overlap with an undecided refund. */
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

export const tookPart = sql<boolean>`exists (
  select from refunds where dispute_id = disputes.id and status = 'succeeded')`

const sumOf = (amounts: readonly { amount_cents: number }[]) =>
  amounts.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
