import { gameRefusals } from '#contract/games.ts'
import { staffSubscriptions } from '#contract/staff-subscriptions.ts'
import { type Database, transaction } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { logStaffAction, type Staff } from '#server/logs/staff.ts'
import { stopRenewalsOf } from '#server/orders/stop-renewals.ts'
import { lockUser } from '#server/users/select.ts'
import { grantTime, revokeTime } from './ledger.ts'
import { daysToSeconds } from './time.ts'

/** Gives a user days on a game and answers the run that has them. Throws 404. */
export function grantDays(
  db: Database,
  staff: Staff,
  userId: number,
  { gameId, days }: { gameId: number; days: number },
) {
  return transaction(db, async (tx) => {
    await lockUser(tx, userId)
    const game = await readGame(tx, gameId)
    const seconds = daysToSeconds(days)
    const entry = await grantTime(tx, {
      userId,
      gameId,
      seconds,
      cause: 'grant',
      actorId: staff.id,
    })
    await logStaffAction(tx, staff, {
      message: 'Subscription granted',
      userId,
      about: { game: game.name, game_id: gameId, days },
    })
    const run = await tx
      .selectFrom('subscriptions')
      .innerJoin('time_entries', 'subscription_id', 'subscriptions.id')
      .select(['subscriptions.id', 'subscriptions.created_at', 'term_length'])
      .where('time_entries.id', '=', entry!)
      .executeTakeFirstOrThrow()
    return { ...run, uid: userId, game_id: gameId, game_name: game.name }
  })
}

/**
 * Takes the time that a user has left on a game, and has card renewals stopped that would buy more
 * of it. Throws 404, and 409 when none is left.
 */
export function revokeGame(db: Database, staff: Staff, userId: number, gameId: number) {
  return transaction(db, async (tx) => {
    await lockUser(tx, userId)
    const [taken] = await revokeTime(tx, { userId, gameId, actorId: staff.id })
    if (!taken) throw new Refusal(staffSubscriptions.remove.refusals.no_time_left)
    await stopRenewalsOf(tx, userId, gameId)
    const { name } = await readGame(tx, gameId)
    await logStaffAction(tx, staff, {
      message: 'Subscription revoked',
      userId,
      about: { game: name, game_id: gameId },
      before: { seconds_left: taken.seconds },
      after: { seconds_left: 0 },
    })
    return true as const
  })
}

async function readGame(db: Database, id: number) {
  const game = await db.selectFrom('games').select('name').where('id', '=', id).executeTakeFirst()
  if (!game) throw new Refusal(gameRefusals.unknown_product)
  return game
}
