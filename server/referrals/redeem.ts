import { sql } from 'kysely'
import { productRefusals } from '#contract/products.ts'
import { referrals } from '#contract/referrals.ts'
import { lifetimeSeconds } from '#contract/terms.ts'
import { record } from '#server/events/record.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { grantTime, lockCustomer } from '#server/subscriptions/ledger.ts'
import { running } from '#server/subscriptions/running.ts'
import { monthsToSeconds } from '#server/subscriptions/time.ts'

type Redemption = { productId: number; rewardId?: number | undefined }

/**
 * Redeems a free month for a product that is on sale or that the customer has time on: the given
 * reward, or else the oldest. Throws `unknown_product`, and 409 when there is no such reward
 * or the product is not available. Earning, revoking and redeeming rewards of a user wait for each
 * other.
 */
export function redeemReward(db: Database, userId: number, { productId, rewardId }: Redemption) {
  return transaction(db, async (tx) => {
    await lockCustomer(tx, userId)
    const product = await findProduct(tx, userId, productId)
    const waiting = await tx
      .selectFrom('referral_rewards')
      .select('id')
      .where('user_id', '=', userId)
      .where('redeemed_at', 'is', null)
      .where('taken_back_at', 'is', null)
      .orderBy('id')
      .execute()
    const reward = rewardId ? waiting.find(({ id }) => id === rewardId) : waiting[0]
    if (!reward) throw await noReward(tx, userId, rewardId)
    const seconds = monthsToSeconds(1)
    const entry = await grantTime(tx, { userId, productId, seconds, cause: 'reward' })
    await tx
      .updateTable('referral_rewards')
      .set({ redeemed_at: sql`now()`, time_entry_id: entry! })
      .where('id', '=', reward.id)
      .execute()
    await record(tx, 'reward.redeemed', {
      userId,
      data: { product_id: productId, product: product.name, reward: reward.id },
    })
    const { ends_at } = await tx
      .selectFrom('time_entries')
      .innerJoin('subscriptions', 'subscriptions.id', 'subscription_id')
      .select('ends_at')
      .where('time_entries.id', '=', entry!)
      .executeTakeFirstOrThrow()
    return {
      product_id: productId,
      product_name: product.name,
      ends_at,
      available: waiting.length - 1,
    }
  })
}

async function findProduct(tx: Tx, userId: number, productId: number) {
  const product = await tx
    .selectFrom('products')
    .select(['name', 'disabled'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('subscriptions')
          .where('user_id', '=', userId)
          .whereRef('product_id', '=', 'products.id')
          .where(running),
      ).as('theirs'),
    )
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('subscriptions')
          .where('user_id', '=', userId)
          .whereRef('product_id', '=', 'products.id')
          .where('term_length', '>=', lifetimeSeconds)
          .where(running),
      ).as('lifetime'),
    )
    .where('id', '=', productId)
    .executeTakeFirst()
  if (!product) throw new Refusal(productRefusals.unknown_product)
  const values = { product: product.name }
  if (product.lifetime) throw new Refusal(productRefusals.already_lifetime, { values })
  if (product.disabled && !product.theirs) {
    throw new Refusal(productRefusals.product_unavailable, { values })
  }
  return product
}

async function noReward(tx: Tx, userId: number, rewardId: number | undefined) {
  const redeemed = await tx
    .selectFrom('referral_rewards')
    .select('id')
    .where('id', '=', rewardId ?? null)
    .where('user_id', '=', userId)
    .where('redeemed_at', 'is not', null)
    .executeTakeFirst()
  const { already_redeemed, no_free_month } = referrals.redeem.refusals
  return redeemed ? new Refusal(already_redeemed) : new Refusal(no_free_month)
}
