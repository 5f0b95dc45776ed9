import { sql } from 'kysely'
import { friendsPerReward } from '#contract/referrals.ts'
import type { Tx } from '#server/kernel/database.ts'
import { lockCustomer } from '#server/subscriptions/ledger.ts'

// The customer is locked before the referrer. A referrer is always the older account, so this order
// cannot deadlock.

/**
 * Credits the referrer of the customer whose order was just paid: once per customer, and only for
 * an order above zero. The caller has locked the customer.
 */
export async function countReferral(
  tx: Tx,
  order: { id: string; userId: number; totalCents: number },
  referrerId: number,
) {
  if (order.totalCents === 0) return
  await lockCustomer(tx, referrerId)
  const counted = await tx
    .insertInto('referral_conversions')
    .values({ referred_id: order.userId, referrer_id: referrerId, order_id: order.id })
    .onConflict((conflict) =>
      conflict
        .column('referred_id')
        .doUpdateSet({ order_id: order.id, counted_at: sql`now()`, reversed_at: null })
        .where('referral_conversions.reversed_at', 'is not', null),
    )
    .returning('referred_id')
    .executeTakeFirst()
  if (counted) await matchRewards(tx, referrerId)
}

/**
 * Takes an order out of the count when its money goes back. Another paid order of the same customer
 * takes its place, if there is one.
 */
export async function uncountReferral(tx: Tx, order: { id: string; userId: number }) {
  await lockCustomer(tx, order.userId)
  const counted = await tx
    .selectFrom('referral_conversions')
    .select(['referred_id', 'referrer_id'])
    .where('order_id', '=', order.id)
    .where('reversed_at', 'is', null)
    .executeTakeFirst()
  if (!counted) return
  await lockCustomer(tx, counted.referrer_id)
  const other = await tx
    .selectFrom('orders')
    .select('id')
    .where('user_id', '=', counted.referred_id)
    .where('payment_status', '=', 'finished')
    .where('total_cents', '>', 0)
    .where('id', '<>', order.id)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  await tx
    .updateTable('referral_conversions')
    .set(other ? { order_id: other.id } : { reversed_at: sql`now()` })
    .where('referred_id', '=', counted.referred_id)
    .where('order_id', '=', order.id)
    .where('reversed_at', 'is', null)
    .execute()
  await matchRewards(tx, counted.referrer_id)
}

/** Earns the rewards that are due, or takes back one that is no longer due and not yet redeemed. */
async function matchRewards(tx: Tx, referrerId: number) {
  await sql`
    with due as (
      select count(*) / ${friendsPerReward}
             - (select count(*) from referral_rewards
                 where user_id = ${referrerId} and taken_back_at is null) as missing
        from referral_conversions
       where referrer_id = ${referrerId} and reversed_at is null
    ), earned as (
      insert into referral_rewards (user_id)
      select ${referrerId} from due, generate_series(1, missing)
    )
    update referral_rewards set taken_back_at = now()
     where redeemed_at is null and id in (
       select id from referral_rewards
        where user_id = ${referrerId} and redeemed_at is null and taken_back_at is null
        order by id desc
        limit (select greatest(-missing, 0) from due))`.execute(tx)
}
