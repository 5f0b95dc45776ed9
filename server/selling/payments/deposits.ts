import { type Insertable, type Selectable, sql } from 'kysely'
import type { Payments } from '#db/tables.ts'
import type { CryptoPayment, CryptoProvider } from '#server/adapters/payments/crypto-provider.ts'
import type { Database, Tx } from '#server/kernel/database/database.ts'
import { holdsRate } from '#server/selling/orders/rate-held.ts'
import { orderOf } from './records.ts'

export type Rate = { cents: number; coins: number }

/** Why staff have to review a payment. Until then, it does not count towards the order. */
export type Review = 'other_coin' | 'unknown_status'

/**
 * Returns the current rate for coins that arrive after the order's fixed rate has expired: after a
 * cancellation, or a day after the payment window closed. Null while the fixed rate applies or no
 * coins have arrived. Throws ProviderDown.
 */
export async function rateOnArrival(
  db: Database,
  crypto: CryptoProvider,
  payment: CryptoPayment,
): Promise<Rate | null> {
  if (payment.actuallyPaid === 0) return null
  const late = await db
    .selectFrom('orders')
    .select('total_cents as cents')
    .where('id', '=', orderOf({ provider: crypto.name, ...payment }))
    .where(sql<boolean>`not ${holdsRate}`)
    .where('total_cents', '>', 0)
    .executeTakeFirst()
  return late
    ? { cents: late.cents, coins: await crypto.estimate(late.cents, payment.payCurrency) }
    : null
}

/** In cents, each coin at the rate of its arrival. A transfer can disappear, so coins may fall. */
export function worthOf(
  stored: { worth: number; coins: number },
  coins: number,
  { cents: rateCents, coins: rateCoins }: Rate,
): number {
  if (rateCoins <= 0) return 0
  const worth =
    coins < stored.coins
      ? (stored.worth * coins) / stored.coins
      : stored.worth + ((coins - stored.coins) * rateCents) / rateCoins
  // Removes floating-point errors, which are far below a coin's smallest unit.
  return Math.round(worth * 1e6) / 1e6
}

/** Rates that differ by less are the same rate, rounded. */
const rounding = 1e-4

function arrivedAtOtherRate(
  stored: { worth: number; coins: number },
  coins: number,
  rate: Rate,
): boolean {
  if (stored.coins <= 0 || coins <= stored.coins) return false
  const atThisRate = (stored.coins * rate.cents) / rate.coins
  return Math.abs(stored.worth - atThisRate) > stored.worth * rounding
}

type Stored = Pick<
  Selectable<Payments>,
  | 'id'
  | 'parent_id'
  | 'status'
  | 'amount_cents'
  | 'pay_amount'
  | 'actually_paid'
  | 'worth_cents'
  | 'rates_differ'
  | 'review'
  | 'confirmed'
> & { itself: boolean; asked_currency: string }

/** Returns the stored payment, or the payment to whose address the coins were sent. */
async function findStored(tx: Tx, orderId: string, provider: string, payment: CryptoPayment) {
  const { id, parentId, purchaseId } = payment
  const { rows } = await sql<Stored>`
    select id, parent_id, status, amount_cents, pay_amount, actually_paid, worth_cents, rates_differ, review, confirmed,
           provider_id = ${id} as itself,
           coalesce((select asked.pay_currency from payments as asked where asked.id = payments.parent_id),
             pay_currency) as asked_currency
      from payments
     where order_id = ${orderId} and provider = ${provider}
       and (parent_id is null or provider_id = ${id})
     order by provider_id = ${id} desc, provider_id is not distinct from ${parentId} desc,
              provider_reference is not distinct from ${purchaseId} desc, id
     limit 1`.execute(tx)
  return rows[0]
}

export type Deposit = {
  review: Review | null
  isNews: boolean
  isFurther: boolean
  /** Confirmed coins that were not there, or not confirmed, before. */
  hasMoreCoins: boolean
  /** The provider has reported nothing else since the payment was stored. */
  isRepeated: boolean
}

/** A further transfer has the price of the original payment. The caller has locked the order. */
export async function storeDeposit(
  tx: Tx,
  { orderId, provider }: { orderId: string; provider: CryptoProvider['name'] },
  payment: CryptoPayment,
  arrival: Rate | null,
): Promise<Deposit> {
  const found = await findStored(tx, orderId, provider, payment)
  const before = found?.itself ? found : undefined
  const parent = found?.itself ? undefined : found
  const price = {
    cents: found?.amount_cents ?? payment.amountCents,
    coins: found?.pay_amount ?? payment.payAmount,
  }
  const review: Review | null =
    payment.status === 'unknown'
      ? 'unknown_status'
      : found && found.asked_currency !== payment.payCurrency
        ? 'other_coin'
        : null
  const counted =
    before && before.review === null
      ? { worth: before.worth_cents, coins: before.actually_paid ?? 0 }
      : { worth: 0, coins: 0 }
  const rate = arrival ?? price
  const worth = worthOf(counted, payment.actuallyPaid, rate)
  const differs = before?.rates_differ || arrivedAtOtherRate(counted, payment.actuallyPaid, rate)
  const isSettled = payment.settled && arrival === null
  const heard = {
    provider_reference: payment.purchaseId,
    provider_status: payment.providerStatus,
    status: payment.status,
    review,
    actually_paid: payment.actuallyPaid,
    confirmed: payment.confirmed,
    transaction_id: payment.transactionId,
    rates_differ: differs && payment.actuallyPaid > 0,
    worth_cents: review ? 0 : isSettled ? Math.max(worth, price.cents) : worth,
  } satisfies Partial<Insertable<Payments>>
  await tx
    .insertInto('payments')
    .values({
      ...heard,
      order_id: orderId,
      parent_id: parent?.id ?? null,
      provider,
      provider_id: payment.id,
      amount_cents: price.cents,
      pay_address: payment.payAddress,
      pay_extra_id: payment.payExtraId,
      pay_network: payment.network,
      pay_amount: price.coins,
      pay_currency: payment.payCurrency,
    })
    .onConflict((conflict) =>
      conflict.columns(['provider', 'provider_id']).doUpdateSet({
        ...heard,
        seen_coins: sql`greatest(payments.seen_coins, payments.actually_paid, excluded.actually_paid)`,
        checked_at: sql`now()`,
        asked_error: null,
      }),
    )
    .execute()
  return {
    review,
    isNews: review !== null && review !== before?.review,
    hasMoreCoins:
      review === null &&
      payment.confirmed &&
      payment.actuallyPaid > (before?.confirmed ? counted.coins : 0),
    isRepeated:
      before !== undefined &&
      before.status === heard.status &&
      before.review === review &&
      before.worth_cents === heard.worth_cents,
    isFurther: (before ? before.parent_id : parent?.id) != null,
  }
}
