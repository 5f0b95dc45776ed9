import { sql } from 'kysely'
import { orderRefusals } from '#contract/selling/orders.ts'
import type { PayoutKind } from '#contract/selling/payouts.ts'
import { payoutRefusals } from '#contract/selling/staff-payouts.ts'
import type { RefundReason, WantedRefund } from '#contract/selling/staff-refunds.ts'
import type { Roles } from '#contract/wire/capabilities.ts'
import { coinName } from '#contract/wire/coins.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { Refusal, violatedConstraint } from '#server/kernel/http/errors.ts'
import { record } from '#server/platform/events/record.ts'
import type { Staff } from '#server/platform/logs/staff.ts'
import { type Received, readReceived, restOf } from '#server/selling/orders/received.ts'
import { type LockedOrder, lockOrder } from '#server/selling/orders/settle.ts'
import { placeRefund } from '#server/selling/refunds/place.ts'
import { canCheck } from './address.ts'

type Offer = { kind: PayoutKind; cents: number; coins: string; refund?: string }

type NewRefund = WantedRefund & { id: string; left: number; reason: RefundReason; note: string }

/** Stores the payout and the refund, which reserves its amount. Throws as a card refund does. */
export async function offerRefund(
  db: Database,
  staff: Staff & Roles,
  orderId: string,
  wanted: NewRefund,
): Promise<string> {
  await placeRefund(db, staff, orderId, wanted, async (tx, { id, amount_cents: cents }) => {
    const order = await lockOrder(tx, orderId)
    const received = await requireReceived(tx, orderId)
    const coins = await shareOf(tx, received, cents)
    await insertPayout(tx, staff, order!, received, { kind: 'refund', cents, coins, refund: id })
  })
  const { id } = await db
    .selectFrom('payouts')
    .select('id')
    .where('refund_id', '=', wanted.id)
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Offers the whole amount of an order never paid in full, or the surplus, less earlier payouts. An
 * order has one such offer at a time, so an open one is returned. If the provider does not confirm
 * the payment, staff must state that it arrived. Throws 404 and 409.
 */
export async function offerRest(
  db: Database,
  staff: Staff | null,
  orderId: string,
  { arrived = false }: { arrived?: boolean | undefined } = {},
) {
  return transaction(db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order) throw new Refusal(orderRefusals.unknown_order)
    const there = await findOpen(tx, orderId)
    if (there) return there.id
    const received = await requireReceived(tx, orderId)
    const offer = restOf(order, received)
    if (!offer) throw new Refusal(payoutRefusals.nothing_to_pay_out)
    if (!received.confirmed && !arrived) throw new Refusal(payoutRefusals.coins_not_confirmed)
    return insertPayout(tx, staff, order, received, offer)
  })
}

/** Returns what could be offered of an order's unspent coins and is not offered yet. Throws 404. */
export async function findRest(db: Database, orderId: string) {
  const order = await db
    .selectFrom('orders')
    .select(['payment_status as status', 'paid_at as paidAt'])
    .where('id', '=', orderId)
    .executeTakeFirst()
  if (!order) throw new Refusal(orderRefusals.unknown_order)
  if (await findOpen(db, orderId)) return null
  const received = await readReceived(db, orderId)
  const offer = received && received.coin_count === 1 ? restOf(order, received) : null
  return received && offer
    ? {
        kind: offer.kind,
        amount: offer.cents,
        unconfirmed: !received.confirmed,
        rates_differ: offer.kind === 'over' && received.rates_differ,
      }
    : null
}

function findOpen(db: Database, orderId: string) {
  return db
    .selectFrom('payouts')
    .select('id')
    .where('order_id', '=', orderId)
    .where('kind', 'in', ['over', 'short'])
    .where('status', 'in', ['offered', 'given', 'approved'])
    .executeTakeFirst()
}

async function requireReceived(tx: Tx, orderId: string) {
  const received = await readReceived(tx, orderId)
  if (!received) throw new Refusal(payoutRefusals.nothing_to_pay_out)
  if (received.coin_count > 1) throw new Refusal(payoutRefusals.several_coins)
  if (!canCheck(received.network))
    throw new Refusal(payoutRefusals.unknown_coin, {
      values: { coin: coinName(received.currency) },
    })
  return received
}

/** Rounded down, so that the parts never exceed the whole. */
async function shareOf(tx: Tx, { counted, total_cents }: Received, cents: number) {
  const { rows } = await sql<{ coins: string }>`
    select (case when ${cents}::int = ${total_cents}::int then ${counted}::numeric
                 else trunc(${counted}::numeric * ${cents}::int / ${total_cents}::int, 8) end)::text as coins`.execute(
    tx,
  )
  return rows[0]!.coins
}

async function insertPayout(
  tx: Tx,
  staff: Staff | null,
  order: LockedOrder,
  { provider, currency, network }: Received,
  { kind, cents, coins, refund }: Offer,
): Promise<string> {
  const { id } = await tx
    .insertInto('payouts')
    .values({
      order_id: order.id,
      refund_id: refund ?? null,
      ...{ kind, provider, currency, network },
      coins: sql`trim_scale(trunc(${coins}::numeric, 12))`,
      amount_cents: cents,
      created_by: staff?.id ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch((error) => {
      if (violatedConstraint(error) !== 'payouts_of_paid') throw error
      throw new Refusal(payoutRefusals.nothing_to_pay_out)
    })
  const data = { payout: id, order: order.id, kind, amount_cents: cents, currency }
  if (staff) await record(tx, 'payout.offered', { userId: order.userId, staff, data })
  else await record(tx, 'payout.offered_by_shop', { userId: order.userId, data })
  return id
}
