import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#server/kernel/database/database.ts'
import { signInAs } from '#server/kernel/testing/customer.ts'

export const bitcoinAddress = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
export const bitcoinTransaction = 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16'

const payout = { kind: 'over', provider: 'btcpay', currency: 'btc', network: 'btc' } as const

export type PayoutStatus = 'offered' | 'given' | 'sent' | 'withdrawn'

/** Creates an overpaid order of a customer, with a payout of the surplus. */
export async function overpaid(db: Database, status: PayoutStatus) {
  const { user, token } = await signInAs(db)
  const { id: order_id } = await db
    .insertInto('orders')
    .values({
      ...{ user_id: user.id, type: 'crypto', payment_status: 'finished' },
      ...{ total_cents: 1999, paid_at: sql`now()` },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const product = await db.selectFrom('products').select(['id', 'name']).executeTakeFirstOrThrow()
  await db
    .insertInto('order_items')
    .values({
      ...{ order_id, product_id: product.id, product_name: product.name },
      ...{ months: 1, list_cents: 1999 },
    })
    .execute()
  const coin = { provider: 'btcpay', amount_cents: 1999 } as const
  await db
    .insertInto('payments')
    .values({
      ...{ ...coin, order_id, provider_id: randomUUID(), status: 'finished' },
      ...{ pay_currency: 'btc', pay_network: 'btc', pay_amount: 0.000312, actually_paid: 0.000412 },
      worth_cents: (1999 * 412) / 312,
    })
    .execute()
  const { id } = await db
    .insertInto('payouts')
    .values({
      ...{ ...payout, order_id },
      ...{ coins: 0.0001, amount_cents: 641 },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (status !== 'offered')
    await db
      .updateTable('payouts')
      .set(
        status === 'withdrawn'
          ? { status }
          : { status: 'given', address: bitcoinAddress, given_at: sql`now()` },
      )
      .where('id', '=', id)
      .execute()
  if (status === 'sent') {
    const approved = { status: 'approved', approved_at: sql<Date>`now()` } as const
    await db.updateTable('payouts').set(approved).where('id', '=', id).execute()
    const sent = { status, transaction_id: bitcoinTransaction, sent_at: sql<Date>`now()` } as const
    await db.updateTable('payouts').set(sent).where('id', '=', id).execute()
    // A second payout, requested from the server without a response yet.
    const asked = { status: 'approved', by_server: true, address: bitcoinAddress } as const
    const server_note = 'BTCPay Server, POST /api/v1/stores/9xF3/pull-payments: fetch failed'
    const second = { ...payout, ...asked, order_id, coins: 0.00002, amount_cents: 128, server_note }
    await db.insertInto('payouts').values(second).execute()
  }
  return { id, order: order_id, email: user.email, session: token }
}
