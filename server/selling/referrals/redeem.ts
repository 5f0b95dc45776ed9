import { sql } from 'kysely'
import { friendsPerReward, referrals } from '#contract/selling/referrals.ts'
import { formatMoney } from '#contract/wire/currency.ts'
import { productRefusals } from '#contract/wire/product-refusals.ts'
import { grantTime, lockCustomer } from '#server/access/subscriptions/ledger.ts'
import { ownsLifetime } from '#server/access/subscriptions/lifetime.ts'
import { running } from '#server/access/subscriptions/running.ts'
import { monthsToSeconds } from '#server/access/subscriptions/time.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { record } from '#server/platform/events/record.ts'
import { countRedeemed, getRules, listEarners, priceLimitOf } from './rewards.ts'

const { already_redeemed, no_free_month, above_price_limit } = referrals.redeem.refusals

/** `redeemed` is how many free months the customer had redeemed when the page was loaded. */
type Redemption = { productId: number; redeemed?: number | undefined }

/** Throws `unknown_product`; 409 without a free month, if repeated, or above the price limit. */
export function redeemReward(db: Database, userId: number, { productId, redeemed }: Redemption) {
  return transaction(db, async (tx) => {
    await lockCustomer(tx, userId)
    const product = await findProduct(tx, userId, productId)
    if (redeemed !== undefined && redeemed !== (await countRedeemed(tx, userId)))
      throw new Refusal(already_redeemed)
    const earners = await listEarners(tx, userId)
    if (earners.length < friendsPerReward) throw new Refusal(no_free_month)
    await requireWithinLimit(tx, product, priceLimitOf(earners))
    const seconds = monthsToSeconds(1)
    const entry = await grantTime(tx, { userId, productId, seconds, cause: 'reward' })
    const reward = await tx
      .insertInto('referral_rewards')
      .values({ user_id: userId, redeemed_at: sql`now()`, time_entry_id: entry! })
      .returning('id')
      .executeTakeFirstOrThrow()
    await assignFriends(tx, userId, reward.id, earners.slice(0, friendsPerReward))
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
      available: Math.floor(earners.length / friendsPerReward) - 1,
    }
  })
}

async function findProduct(tx: Tx, userId: number, productId: number) {
  const product = await tx
    .selectFrom('products')
    .select(['name', 'disabled', 'price_cents'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('subscriptions')
          .where('user_id', '=', userId)
          .whereRef('product_id', '=', 'products.id')
          .where(running),
      ).as('theirs'),
    )
    .select(ownsLifetime(sql`${userId}`, sql.ref('products.id')).as('lifetime'))
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

type Earner = { friend_id: number; order_id: string }

/** Records which friends earned a redeemed free month, so that they earn no other. */
function assignFriends(tx: Tx, userId: number, rewardId: number, earners: readonly Earner[]) {
  return tx
    .insertInto('referral_conversions')
    .values(
      earners.map(({ friend_id, order_id }) => ({
        referred_id: friend_id,
        referrer_id: userId,
        order_id,
        reward_id: rewardId,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('referred_id').doUpdateSet((eb) => ({
        order_id: eb.ref('excluded.order_id'),
        reward_id: eb.ref('excluded.reward_id'),
      })),
    )
    .execute()
}

async function requireWithinLimit(
  tx: Tx,
  { name, price_cents }: { name: string; price_cents: number },
  limit: number,
) {
  const { referral_price_limit } = await getRules(tx)
  if (!referral_price_limit || price_cents <= limit) return
  throw new Refusal(above_price_limit, { values: { product: name, limit: formatMoney(limit) } })
}
