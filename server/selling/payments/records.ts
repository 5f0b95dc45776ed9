import { type Insertable, type RawBuilder, sql } from 'kysely'
import * as z from 'zod'
import type { PaymentStatus } from '#contract/selling/orders.ts'
import { payments } from '#contract/selling/payments.ts'
import type { PaymentProvider } from '#contract/wire/payment-provider.ts'
import type { Payments } from '#db/tables.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { missingOf } from '#server/selling/orders/short-payment.ts'

const shown = [
  'id',
  'order_id',
  'amount_cents',
  'pay_address',
  'pay_amount',
  'pay_currency',
  'pay_extra_id',
  'pay_network',
  'actually_paid',
  'expires_at',
] as const

/** Stores a payment that was just created. A webhook may have stored it before. */
export function keepPayment(db: Database, payment: Insertable<Payments>) {
  const { client_secret, expires_at } = payment
  return db
    .insertInto('payments')
    .values(payment)
    .onConflict((conflict) =>
      conflict.columns(['provider', 'provider_id']).doUpdateSet({ client_secret, expires_at }),
    )
    .returning(shown)
    .executeTakeFirstOrThrow()
}

/** Also stores payments that the provider created on its own. */
export async function updatePayment(db: Database, payment: Insertable<Payments>) {
  const { status, provider_reference, actually_paid, confirmed } = payment
  const { card_brand, card_last4, card_country, card_fingerprint, transaction_id } = payment
  await db
    .insertInto('payments')
    .values(payment)
    .onConflict((conflict) =>
      conflict.columns(['provider', 'provider_id']).doUpdateSet({
        status,
        provider_reference,
        actually_paid,
        // Coins that were seen may never be confirmed.
        seen_coins: sql`greatest(payments.seen_coins, payments.actually_paid, excluded.actually_paid)`,
        confirmed,
        card_brand,
        card_last4,
        card_country,
        card_fingerprint,
        transaction_id,
        checked_at: sql`now()`,
        asked_error: null,
      }),
    )
    .execute()
}

type ProviderPayment = {
  provider: PaymentProvider
  id: string
  orderId: string | null
  parentId?: string | null
  purchaseId?: string | null
}

/**
 * Finds the order by the payment's id, by the payment whose address received it, by their purchase,
 * or by the order id that the provider returns.
 */
export function orderOf({
  provider,
  id,
  orderId,
  parentId = null,
  purchaseId = null,
}: ProviderPayment): RawBuilder<string> {
  const named = z.uuid().safeParse(orderId).data ?? null
  return sql`coalesce(
    (select order_id from payments where provider = ${provider} and provider_id = ${id}),
    (select order_id from payments where provider = ${provider} and provider_id = ${parentId}),
    (select order_id from payments where provider = ${provider} and provider_reference = ${purchaseId}
      order by id limit 1),
    ${named}::uuid)`
}

type Row = Awaited<ReturnType<typeof keepPayment>>

export function presentPayment(row: Row, status: PaymentStatus, missing: number | null = null) {
  return {
    id: row.id,
    order_id: row.order_id,
    payment_status: status,
    amount: row.amount_cents,
    pay_address: row.pay_address,
    pay_amount: row.pay_amount,
    pay_currency: row.pay_currency,
    payin_extra_id: row.pay_extra_id,
    actually_paid: row.actually_paid,
    missing,
    network: row.pay_network,
    expires_at: row.expires_at,
  }
}

/** Returns a payment of this customer. Throws `unknown_payment`. */
export async function getPayment(db: Database, userId: number, id: number) {
  const found = await db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select(shown.map((column) => `payments.${column}` as const))
    .select('payment_status')
    .select(
      sql<{ coins: number | null; arrived: number } | null>`(
        select json_build_object('coins', missing_coins, 'arrived', arrived_coins)
          from ${missingOf(sql`orders.id`)} as missing where payment_status = 'partially_paid')`.as(
        'missing',
      ),
    )
    .where('payments.id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!found) throw new Refusal(payments.get.refusals.unknown_payment)
  const { missing, payment_status, ...row } = found
  const actually_paid = missing?.arrived ?? row.actually_paid
  return presentPayment({ ...row, actually_paid }, payment_status, missing?.coins ?? null)
}
