import { type RawBuilder, sql } from 'kysely'
import { nextCharge } from '#server/access/subscriptions/renewal-states.ts'
import { rests } from '#server/access/subscriptions/still.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { record } from '#server/platform/events/record.ts'
import { type Charge, findOpenCharge, lease, openCharge } from './open-charge.ts'
import { placePeriodOrder } from './period-order.ts'
import { type LockedRenewal, lockRenewal } from './read.ts'
import { givesUpAt } from './schedule.ts'
import { closed, end, endUnpaid, set } from './settle.ts'
import { withdrawLater } from './withdraw.ts'

/**
 * A sent charge is followed until it has an outcome. Nothing else happens in a pause. A resumed
 * renewal waits for its earlier charge to be withdrawn: the money may have arrived.
 */
const isDue = sql`(state <> 'ended' and due_at <= now()
  and (state = 'charging' or not ${rests('renewals')}) and not (state = 'on' and exists (
  select from renewal_charges join orders on orders.id = renewal_charges.order_id
   where renewal_id = renewals.id and payment_status = 'waiting'
     and status in ('asked', 'processing', 'needs_action'))))`

/** Returns null if there is no charge to send after the commit, undefined if no renewal is due. */
export async function takeDue(
  db: Database,
  id?: number,
): Promise<{ charge: Charge | null } | undefined> {
  const which: RawBuilder<unknown> = id === undefined ? sql`true` : sql`renewals.id = ${id}`
  let taken: LockedRenewal | undefined
  try {
    return await transaction(db, async (tx) => {
      taken = await lockRenewal(tx, sql`${isDue} and ${which}`, { wait: false })
      return taken && { charge: (await step(tx, taken)) ?? null }
    })
  } catch (error) {
    // A renewal that causes an error waits 15 minutes, so that it does not delay the others.
    if (taken) await set(db, taken.id, { due_at: sql<Date>`now() + interval '15 minutes'` })
    throw error
  }
}

function step(tx: Tx, renewal: LockedRenewal): Promise<Charge | undefined> {
  // A deletion or a ban should have ended or stopped it. If not, it ends here.
  if (renewal.gone && renewal.state !== 'charging') return leave(tx, renewal, renewal.gone)
  switch (renewal.state) {
    case 'on':
      return beginPeriod(tx, renewal)
    case 'charging':
      return goOn(tx, renewal)
    case 'retrying':
    case 'needs_action':
      return tryAgain(tx, renewal)
    case 'held':
      return lookAtHeld(tx, renewal)
    default:
      return stopAtEnd(tx, renewal)
  }
}

async function beginPeriod(tx: Tx, renewal: LockedRenewal): Promise<Charge | undefined> {
  const { id, now, ends_at } = renewal
  if (renewal.disabled) {
    await set(tx, id, { state: 'held', held_for: 'product', due_at: tomorrow })
    return
  }
  if (givesUpAt(ends_at, renewal) < now) return endUnpaid(tx, renewal, renewal.order_id).then(none)
  const orderId = await placePeriodOrder(tx, renewal)
  if (renewal.card_id && renewal.customer_id) {
    return openCharge(tx, renewal, orderId)
  }
  const givesUp = givesUpAt(now, renewal)
  await set(tx, id, {
    state: 'retrying',
    open_order_id: orderId,
    failed_at: now,
    gives_up_at: givesUp,
    due_at: givesUp,
  })
  await record(tx, 'renewal.failed', {
    userId: renewal.user_id,
    data: { renewal: id, order: orderId, product: renewal.product, first: true, code: 'no_card' },
  })
}

async function leave(tx: Tx, renewal: LockedRenewal, why: 'deleted' | 'banned') {
  await end(tx, renewal, why)
  if (renewal.open_order_id) await withdrawLater(tx, renewal.open_order_id)
  return undefined
}

const none = () => undefined
const tomorrow = sql<Date>`now() + interval '1 day'`

/** Continues a charge whose process never reported or whose bank had not decided. */
async function goOn(tx: Tx, renewal: LockedRenewal): Promise<Charge | undefined> {
  const charge = await findOpenCharge(tx, renewal)
  await set(tx, renewal.id, charge ? { due_at: lease } : { state: 'retrying', due_at: renewal.now })
  return charge
}

async function tryAgain(tx: Tx, renewal: LockedRenewal): Promise<Charge | undefined> {
  const { id, now, gives_up_at: givesUp, charge_at } = renewal
  const orderId = renewal.open_order_id!
  // The customer gained time in another way, so the next charge is due later.
  if (charge_at > now) {
    await set(tx, id, { ...closed, state: 'on', due_at: nextCharge })
    await withdrawLater(tx, orderId)
    return
  }
  if (givesUp && givesUp <= now) {
    await endUnpaid(tx, renewal, orderId)
    await withdrawLater(tx, orderId)
    return
  }
  if (renewal.disabled) {
    await set(tx, id, { ...closed, state: 'held', held_for: 'product', due_at: tomorrow })
    await withdrawLater(tx, orderId)
    return
  }
  if (!renewal.card_id || !renewal.customer_id) {
    await set(tx, id, { due_at: givesUp })
    return
  }
  return openCharge(tx, renewal, orderId)
}

async function lookAtHeld(tx: Tx, renewal: LockedRenewal): Promise<undefined> {
  const { id, now, ends_at } = renewal
  if (!renewal.disabled) {
    await set(tx, id, { state: 'on', held_for: null, due_at: nextCharge })
    return
  }
  if (givesUpAt(ends_at, renewal) > now) {
    await set(tx, id, { due_at: tomorrow })
    return
  }
  await end(tx, renewal, 'unsold')
  await tell(tx, renewal, 'unsold')
}

async function stopAtEnd(tx: Tx, renewal: LockedRenewal): Promise<undefined> {
  if (renewal.ends_at > renewal.now) {
    await set(tx, renewal.id, { due_at: renewal.ends_at })
    return
  }
  await end(tx, renewal, 'stopped')
  await tell(tx, renewal, 'stopped')
}

function tell(
  tx: Tx,
  { id, user_id, order_id, product }: LockedRenewal,
  why: 'unsold' | 'stopped',
) {
  return record(tx, 'renewal.ended', {
    userId: user_id,
    data: { renewal: id, order: order_id, product, why },
  })
}
