import { sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { shortCardName } from '#contract/selling/card-brand.ts'
import { coinName } from '#contract/wire/coins.ts'
import { itemPlan } from '#server/access/subscriptions/item-plan.ts'
import type { Database, Tx } from '#server/kernel/database/database.ts'
import { lockOrder } from '#server/selling/orders/settle.ts'
import { type Snapshot, says } from './read.ts'
import { issuedWith } from './seller.ts'

export type Sold = NonNullable<Awaited<ReturnType<typeof findSold>>>

export async function lockSold(tx: Tx, id: string) {
  if (!(await lockOrder(tx, id))) return undefined
  return findSold(tx, id)
}

/** Undefined for an order that is not paid. */
export async function findSold(db: Database, id: string) {
  return db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'user_id')
    .leftJoin('vat_checks', 'vat_checks.id', 'vat_check_id')
    .select(['state as vat_state', 'answered_at', 'consultation'])
    .select([
      'orders.id',
      'total_cents as total',
      'paid_at',
      'dispute_lost_at',
      'orders.tax_country as country',
      'company_name',
      'company_address',
      'orders.vat_id',
    ])
    .select(['username', 'email', 'payment_status as status'])
    .select(
      // Null if the shop has not stored the lost dispute. A dispute of a part has a refund instead.
      sql<number | null>`(select sum(amount_cents)::int from disputes
        where disputes.order_id = orders.id and disputes.state = 'lost'
          and not exists (select from refunds where dispute_id = disputes.id))`.as('lost_cents'),
    )
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('order_items')
          .select(['product_name as name', itemPlan.as('plan'), 'discount_code as code'])
          .select(sql<number>`price_cents`.as('cents'))
          .select(sql<number>`discount_cents + sale_cents`.as('saved'))
          .whereRef('order_id', '=', 'orders.id')
          .orderBy('order_items.id'),
      ).as('items'),
      jsonArrayFrom(
        eb
          .selectFrom('refunds')
          .select(['refunds.id', 'refunds.status', 'refunds.reason', 'refunds.dispute_id'])
          .select((refund) =>
            jsonArrayFrom(
              refund
                .selectFrom('refund_items')
                .innerJoin('order_items', 'order_items.id', 'order_item_id')
                .select(['product_name as name', 'refund_items.amount_cents as cents'])
                .whereRef('refund_id', '=', 'refunds.id')
                .orderBy('order_items.id'),
            ).as('items'),
          )
          .whereRef('order_id', '=', 'orders.id')
          .where('taken_at', 'is not', null)
          .orderBy('taken_at')
          .orderBy('refunds.id'),
      ).as('refunds'),
      jsonObjectFrom(
        eb
          .selectFrom('payments')
          .select(['card_brand', 'card_last4', 'pay_currency', 'transaction_id', 'provider'])
          .select('card_country')
          .whereRef('order_id', '=', 'orders.id')
          .orderBy(sql`status = 'finished'`, 'desc')
          .orderBy('payments.id', 'desc')
          .limit(sql.lit(1)),
      ).as('payment'),
      jsonObjectFrom(eb.selectFrom('settings').select(issuedWith)).$notNull().as('settings'),
      eb
        .exists(eb.selectFrom('documents').select('id').whereRef('order_id', '=', 'orders.id'))
        .as('documented'),
    ])
    .where('orders.id', '=', id)
    .where('paid_at', 'is not', null)
    .where('total_cents', '>', 0)
    .executeTakeFirst()
}

export type Made = {
  id: number
  corrects: number | null
  refund: string | null
  says: Snapshot
}

export async function readMade(tx: Tx, orderId: string): Promise<Made[]> {
  const rows = await tx
    .selectFrom('documents')
    .select(['id', 'corrects_id as corrects', 'refund_id as refund', 'content'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
  return rows.map(({ content, ...made }) => ({ ...made, says: says(content) }))
}

export function paidBy({ payment }: Sold): string {
  if (!payment) return 'Paid'
  const { card_last4: last4, card_brand: brand, pay_currency, transaction_id } = payment
  if (last4) return shortCardName({ brand, last4 })
  if (!pay_currency) return 'Card'
  const coin = coinName(pay_currency)
  return transaction_id ? `${coin}, transaction ${transaction_id}` : coin
}

/** The company that the order was bought for; null if the customer bought for themselves. */
export function companyOf({ company_name: name, company_address: address, vat_id }: Sold) {
  return name && address ? { name, address, vat_id } : null
}

/** The reason why the company owes the tax: VIES has confirmed its VAT id. Null if it has not. */
export function reverseChargeOf({ vat_state, answered_at, consultation }: Sold) {
  if (vat_state !== 'valid' || !answered_at) return null
  return { confirmed_at: answered_at, consultation }
}
