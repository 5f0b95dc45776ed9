import { sql } from 'kysely'
import { gameRefusals } from '#contract/games.ts'
import { referrals } from '#contract/referrals.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { grantTime, lockUser } from '#server/subscriptions/ledger.ts'
import { monthsToSeconds } from '#server/subscriptions/time.ts'

type Wish = { gameId: number; rewardId?: number | undefined }

/**
 * Turns a free month into time on a game that is sold, or that the customer has time on: the reward
 * that is named, else the oldest. Throws 404 'Product not found', and 409 when there is no such
 * reward or the game cannot be had. Whoever earns, takes back or redeems waits for each other.
 */
export function redeemReward(db: Database, userId: number, { gameId, rewardId }: Wish) {
  return transaction(db, async (tx) => {
    await lockUser(tx, userId)
    const game = await findGame(tx, userId, gameId)
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
    const entry = await grantTime(tx, { userId, gameId, seconds, cause: 'reward' })
    await tx
      .updateTable('referral_rewards')
      .set({ redeemed_at: sql`now()`, time_entry_id: entry! })
      .where('id', '=', reward.id)
      .execute()
    const { ends_at } = await tx
      .selectFrom('time_entries')
      .innerJoin('subscriptions', 'subscriptions.id', 'subscription_id')
      .select('ends_at')
      .where('time_entries.id', '=', entry!)
      .executeTakeFirstOrThrow()
    return { game_id: gameId, game_name: game.name, ends_at, available: waiting.length - 1 }
  })
}

async function findGame(tx: Tx, userId: number, gameId: number) {
  const game = await tx
    .selectFrom('games')
    .select(['name', 'disabled'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('subscriptions')
          .where('user_id', '=', userId)
          .whereRef('game_id', '=', 'games.id')
          .where('ends_at', '>', sql<Date>`now()`),
      ).as('theirs'),
    )
    .where('id', '=', gameId)
    .executeTakeFirst()
  if (!game) throw new Refusal(gameRefusals.unknown_product)
  if (game.disabled && !game.theirs) {
    throw new Refusal(gameRefusals.product_unavailable, { values: { game: game.name } })
  }
  return game
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
