import { sql } from 'kysely'
import type {
  CryptoName,
  CryptoPayment,
  CryptoProvider,
} from '#server/adapters/payments/crypto-provider.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { addJob, type Job } from '#server/kernel/jobs/jobs.ts'
import { record } from '#server/platform/events/record.ts'
import { giveWay } from '#server/selling/orders/end-payout.ts'
import { reviewOrder } from '#server/selling/orders/order-review.ts'
import { readReceived, restOf } from '#server/selling/orders/received.ts'
import { hasReleasedPrice, reclaimPrice } from '#server/selling/orders/reclaim-price.ts'
import { type LockedOrder, lockOrder, settleLocked } from '#server/selling/orders/settle.ts'
import type { OrderEvent } from '#server/selling/orders/status.ts'
import { type Deposit, rateOnArrival, storeDeposit } from './deposits.ts'
import { orderOf } from './records.ts'

/** Payouts depend on payments, so payments only name the jobs that offer a surplus back. */
const surplusJobs: Record<CryptoName, Pick<Job, 'name'>> = {
  nowpayments: { name: 'payouts.over_nowpayments' },
  btcpay: { name: 'payouts.over_btcpay' },
}

/** The maximum underpayment in cents, however large the order is. */
const mostMissing = 100

/** Also settles further transfers whose webhook was lost. Ignores payments of other shops. */
export async function settleCrypto(db: Database, crypto: CryptoProvider, paymentId: string) {
  const payment = await crypto.getPayment(paymentId)
  const { name: provider } = crypto
  // A further transfer has the price of the original payment at its address.
  if (payment.parentId && !(await isStored(db, provider, payment.parentId)))
    await settleCrypto(db, crypto, payment.parentId)
  const cause = { payment: { provider, id: payment.id } }
  const arrival = await rateOnArrival(db, crypto, payment)
  await transaction(db, async (tx) => {
    const order = await lockOrder(tx, orderOf({ provider, ...payment }))
    if (!order) return
    const deposit = await storeDeposit(tx, { orderId: order.id, provider }, payment, arrival)
    if (deposit.isNews) await recordUnexpected(tx, order, payment, deposit)
    // An order that expired with some money in it takes its price again only for more money.
    if (deposit.isRepeated && hasReleasedPrice(order)) return
    if (hasArrived(payment, deposit)) await reclaimPrice(tx, order)
    const event = await eventOf(tx, order.id, payment, deposit)
    const status = event ? await settleLocked(tx, order, event, cause) : order.status
    if (event === 'finished') await giveWay(tx, order.id)
    if (deposit.hasMoreCoins && (await hasSurplusAfterReturn(tx, { ...order, status })))
      await reviewOrder(tx, order, 'already_refunded', cause.payment)
    // A finished order has no further event, so the job for a surplus is enqueued here.
    if (order.status === 'finished' && payment.confirmed)
      await sql`select ${addJob(surplusJobs[provider], sql`${JSON.stringify({ order: order.id })}`)}
                 where exists (select from payments where order_id = ${order.id}
                                having sum(worth_cents) > ${order.totalCents})`.execute(tx)
  })
  for (const id of payment.furtherIds)
    if (!(await isStored(db, provider, id))) await settleCrypto(db, crypto, id)
}

async function isStored(db: Database, provider: CryptoProvider['name'], id: string) {
  const known = await db
    .selectFrom('payments')
    .select('id')
    .where('provider', '=', provider)
    .where('provider_id', '=', id)
    .executeTakeFirst()
  return known !== undefined
}

async function hasSurplusAfterReturn(tx: Tx, order: Pick<LockedOrder, 'id' | 'status' | 'paidAt'>) {
  if (order.status !== 'refunded' && order.status !== 'partially_paid') return false
  const received = await readReceived(tx, order.id)
  if (!received || !restOf(order, received)) return false
  return order.status === 'refunded' || received.is_returned
}

const hasArrived = ({ status, actuallyPaid }: CryptoPayment, { review }: Deposit) =>
  review === null &&
  actuallyPaid > 0 &&
  ['confirming', 'partially_paid', 'finished'].includes(status)

/** Notifies staff and the customer of coins that do not count towards the order; see `Review`. */
function recordUnexpected(
  tx: Tx,
  { id, userId }: { id: string; userId: number },
  { id: payment, actuallyPaid, payCurrency, providerStatus }: CryptoPayment,
  { review }: Deposit,
) {
  return record(tx, 'order.unexpected_payment', {
    userId,
    data: {
      order: id,
      payment,
      coins: actuallyPaid,
      currency: payCurrency,
      status: providerStatus,
      reason: review!,
    },
  })
}

/**
 * An order is finished when the sum of its transfers covers it, whatever the status of one
 * transfer. The underpayment tolerance applies once the coins are confirmed.
 */
async function eventOf(
  tx: Tx,
  orderId: string,
  { status, confirmed }: CryptoPayment,
  { review, isFurther }: Deposit,
): Promise<OrderEvent | null> {
  if (review !== null || status === 'unknown') return null
  const isPaying = status === 'finished' || status === 'partially_paid'
  // A further transfer that fails, expires or is refunded does not affect the other transfers.
  if (isFurther && !isPaying && status !== 'confirming') return null
  if (status === 'failed') return (await wasSeen(tx, orderId)) ? 'failed_seen' : 'failed'
  if (!isPaying) return status
  // Coins being paid back do not count. An unapproved offer is withdrawn when the rest arrives.
  const back = sql`(select coalesce(sum(amount_cents), 0) from payouts
    where order_id = ${orderId} and kind = 'short' and status in ('approved', 'sent', 'done'))`
  const { covered } = await tx
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select(
      sql<boolean>`coalesce(sum(worth_cents) filter (where status in ('finished', 'partially_paid')), 0)
        - ${back} >= max(total_cents) - case when ${confirmed}
          then (select least(max(total_cents) * underpaid_percent / 100.0, ${mostMissing}) from settings)
          else 0 end`.as('covered'),
    )
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  if (!covered) return 'partially_paid'
  // BTCPay Server reports a partial payment, confirmed or not, if fees are missing.
  return confirmed || status === 'finished' ? 'finished' : 'confirming'
}

async function wasSeen(tx: Tx, orderId: string) {
  const seen = await tx
    .selectFrom('payments')
    .select('id')
    .where('order_id', '=', orderId)
    .where(sql<boolean>`greatest(seen_coins, actually_paid) > 0`)
    .executeTakeFirst()
  return seen !== undefined
}
