import { sql } from 'kysely'
import type { CryptoPayment, CryptoProvider } from '#server/adapters/payments/crypto-provider.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database.ts'
import { addJob } from '#server/kernel/jobs.ts'
import { giveWay } from '#server/orders/end-payout.ts'
import { lockOrder, settleLocked } from '#server/orders/settle.ts'
import type { OrderEvent } from '#server/orders/status.ts'
import { orderOf, updatePayment } from './records.ts'

/** Payouts are built on payments, which name the job of theirs that offers a surplus back. */
const surplusJob = { name: 'payouts.over' }

/** What may be missing is never worth more, in cents, however large the order is. */
const mostMissing = 100

/** Reads a payment from the provider and settles its order by it. Not one of ours: does nothing. */
export async function settleCrypto(db: Database, crypto: CryptoProvider, paymentId: string) {
  const payment = await crypto.getPayment(paymentId)
  await transaction(db, async (tx) => {
    const order = await lockOrder(tx, orderOf({ provider: crypto.name, ...payment }))
    if (!order) return
    await updatePayment(tx, {
      order_id: order.id,
      provider: crypto.name,
      provider_id: payment.id,
      provider_reference: payment.purchaseId,
      status: payment.status,
      amount_cents: payment.amountCents,
      pay_address: payment.payAddress,
      pay_extra_id: payment.payExtraId,
      pay_network: payment.network,
      pay_amount: payment.payAmount,
      pay_currency: payment.payCurrency,
      actually_paid: payment.actuallyPaid,
      confirmed: payment.confirmed,
      transaction_id: payment.transactionId,
    })
    const event = await statusOf(tx, order.id, payment)
    await settleLocked(tx, order, event)
    if (event === 'finished') await giveWay(tx, order.id)
    // No event of the order tells what comes in once it is finished.
    if (order.status === 'finished' && payment.confirmed)
      await sql`select ${addJob(surplusJob, sql`${JSON.stringify({ order: order.id })}`)}
                 where exists (select from payments where order_id = ${order.id}
                                  and actually_paid > pay_amount)`.execute(tx)
  })
}

/**
 * An order may be paid in parts: the rest of a sum that fell short can come as a payment of its
 * own. It is finished when all that was received covers it, whatever one part says of itself, but
 * for the little that may be missing once the coins are confirmed.
 */
async function statusOf(
  tx: Tx,
  orderId: string,
  { status, confirmed }: CryptoPayment,
): Promise<OrderEvent> {
  if (status === 'failed') return (await wasSeen(tx, orderId)) ? 'failed_seen' : 'failed'
  if (status !== 'finished' && status !== 'partially_paid') return status
  // What is on its way back does not pay; an offer that nobody has approved yet gives way to the rest.
  const back = sql`(select coalesce(sum(amount_cents), 0) from payouts
    where order_id = ${orderId} and kind = 'short' and status in ('approved', 'sent', 'done'))`
  const { covered } = await tx
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select(
      sql<boolean>`sum(case status
        when 'finished' then greatest(amount_cents, amount_cents * actually_paid / nullif(pay_amount, 0))
        when 'partially_paid' then amount_cents * actually_paid / nullif(pay_amount, 0)
        else 0 end) - ${back} >= max(total_cents) - case when ${confirmed}
          then (select least(max(total_cents) * underpaid_percent / 100.0, ${mostMissing}) from settings)
          else 0 end`.as('covered'),
    )
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  return covered ? 'finished' : 'partially_paid'
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
