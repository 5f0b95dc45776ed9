import { sql, type UpdateObject } from 'kysely'
import { nothingToRenew, renewals } from '#contract/selling/renewals.ts'
import type { DB } from '#db/tables.ts'
import { goesOn, nextCharge } from '#server/access/subscriptions/renewal-states.ts'
import { renewalsOfOrder } from '#server/access/subscriptions/renewals-of-order.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { record } from '#server/platform/events/record.ts'
import { placePeriodOrder } from './period-order.ts'
import { type LockedRenewal, lockRenewal } from './read.ts'
import { closed, set } from './settle.ts'
import { withdrawLater } from './withdraw.ts'

const over: readonly string[] = ['ended', 'stopping']

/** The renewal ends when the time expires. Idempotent. Throws 404, and 409 if it has ended. */
export function stopRenewal(db: Database, userId: number, id: number, reason = '') {
  return transaction(db, async (tx) => {
    const renewal = await lockOwn(tx, userId, id)
    if (renewal.state === 'ended') throw new Refusal(nothingToRenew.nothing_to_renew)
    if (renewal.state !== 'stopping') await stop(tx, renewal, reason)
  })
}

/** Locks a renewal of this customer. Throws 404. */
export async function lockOwn(tx: Tx, userId: number, id: number): Promise<LockedRenewal> {
  const renewal = await lockRenewal(tx, sql`renewals.id = ${id} and renewals.user_id = ${userId}`, {
    wait: true,
  })
  if (!renewal) throw new Refusal(renewals.stop.refusals.unknown_renewal)
  return renewal
}

async function stop(tx: Tx, renewal: LockedRenewal, reason: string, why?: 'banned') {
  const { id, user_id: userId, product, order_id: order, open_order_id } = renewal
  // When the time expires, the charge job ends the renewal and records the end.
  await set(tx, id, {
    ...(isCardDead(renewal) ? { open_order_id: null } : closed),
    state: 'stopping',
    held_for: null,
    stop_reason: reason,
    due_at: renewal.ends_at,
  })
  if (open_order_id) await withdrawLater(tx, open_order_id)
  const data = { renewal: id, order, product, reason, ...(why && { why }) }
  await record(tx, 'renewal.stopped', { userId, data })
}

/** Whether only another card can pay. `resumeRenewal` then needs `failed_at` and `gives_up_at`. */
const isCardDead = ({ state, due_at, gives_up_at }: LockedRenewal) =>
  state === 'retrying' && due_at !== null && gives_up_at !== null && due_at >= gives_up_at

/**
 * Keeps the price. A disputed payment holds the renewal. If only another card can pay, it waits for
 * that card, as if never stopped. Throws 404, and 409 if it has ended.
 */
export function resumeRenewal(db: Database, userId: number, id: number) {
  return transaction(db, async (tx) => {
    const renewal = await lockOwn(tx, userId, id)
    const { state, ends_at, now, order_id: order, product } = renewal
    if (!over.includes(state)) return
    if (state === 'ended' || ends_at <= now) throw new Refusal(nothingToRenew.nothing_to_renew)
    await set(tx, id, { stop_reason: '', ...(await goingOn(tx, renewal)) })
    await record(tx, 'renewal.resumed', { userId, data: { renewal: id, order, product } })
  })
}

async function goingOn(tx: Tx, renewal: LockedRenewal): Promise<UpdateObject<DB, 'renewals'>> {
  if (await hasOpenDispute(tx, renewal))
    return { ...closed, state: 'held', held_for: 'dispute', due_at: null }
  if (!(await needsAnotherCard(tx, renewal))) return { ...closed, state: 'on', due_at: nextCharge }
  const order = await placePeriodOrder(tx, renewal)
  return { state: 'retrying', open_order_id: order, due_at: renewal.gives_up_at }
}

/** True if the renewal is due and its card was removed or is still the permanently declined one. */
async function needsAnotherCard(tx: Tx, renewal: LockedRenewal): Promise<boolean> {
  const { id, card_id, charge_at, gives_up_at, disabled, now } = renewal
  if (!gives_up_at || charge_at > now || disabled) return false
  if (card_id === null) return true
  const asked = await tx
    .selectFrom('renewal_charges')
    .select('card_id')
    .where('renewal_id', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return asked?.card_id === card_id
}

async function hasOpenDispute(tx: Tx, { user_id, product_id }: LockedRenewal): Promise<boolean> {
  const open = await tx
    .selectFrom('orders')
    .innerJoin('order_items', 'order_id', 'orders.id')
    .select('orders.id')
    .where('user_id', '=', user_id)
    .where('product_id', '=', product_id)
    .where('payment_status', '=', 'disputed')
    .where('dispute_lost_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}

/** Stops all renewals that an order started. Throws 409 if the order has no active renewal. */
export function stopRenewalsOf(db: Database, orderId: string) {
  return transaction(db, async (tx) => {
    const { rows } = await sql<{ id: number; user_id: number }>`
      select id, user_id from ${renewalsOfOrder(sql`${orderId}::uuid`)} as renewing
       where ${goesOn('renewing')} order by id`.execute(tx)
    if (rows.length === 0) throw new Refusal(nothingToRenew.nothing_to_renew)
    for (const { id, user_id } of rows) {
      const renewal = await lockOwn(tx, user_id, id)
      if (!over.includes(renewal.state)) await stop(tx, renewal, '')
    }
  })
}

/** The customer can turn them on again after the ban. The caller has locked the customer. */
export async function stopRenewalsOfBanned(tx: Tx, userId: number) {
  const renewing = await tx
    .selectFrom('renewals')
    .select('id')
    .where('user_id', '=', userId)
    .where(goesOn('renewals'))
    .orderBy('id')
    .execute()
  for (const { id } of renewing) {
    const renewal = await lockOwn(tx, userId, id)
    if (!over.includes(renewal.state)) await stop(tx, renewal, '', 'banned')
  }
}
