import { sql } from 'kysely'
import { giftRefusals } from '#contract/access/staff-subscriptions.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { rehearse } from '#server/kernel/database/rehearse.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { record } from '#server/platform/events/record.ts'
import { lockUser } from '#server/platform/users/users.ts'
import type { Giver } from './gifts.ts'
import { standingOf } from './standing.ts'
import { takeUnused, unusedSeconds } from './unused.ts'

/** Within 24 hours, once. Throws 404, 403 for a colleague's gift, and 409 if it is too late. */
export function undoGift(
  db: Database,
  staff: Giver,
  userId: number,
  { id, reason }: { id: string; reason: string },
) {
  return transaction(db, async (tx) => {
    await lockUser(tx, userId)
    const gift = await readGift(tx, userId, id)
    if (!gift) throw new Refusal(giftRefusals.unknown_gift)
    if (!staff.admin && gift.actor_id !== staff.id) throw new Refusal(giftRefusals.colleagues_gift)
    if (gift.undone) throw new Refusal(giftRefusals.gift_undone)
    if (gift.late) throw new Refusal(giftRefusals.gift_too_old)
    const { product_id, product, entry_id: entryId } = gift
    const before = await standingOf(tx, userId, product_id)
    const taken = await takeUnused(tx, { entryId, cause: 'grant_back', actorId: staff.id })
    if (!taken) throw new Refusal(giftRefusals.gift_used)
    const { id: undone_entry_id, seconds } = taken
    await tx
      .updateTable('time_gifts')
      .set({ undone_at: sql<Date>`now()`, undone_by: staff.id, undone_entry_id })
      .where('id', '=', id)
      .execute()
    const after = await standingOf(tx, userId, product_id)
    await record(tx, 'time.taken_back', {
      userId,
      staff,
      data: {
        gift: id,
        product_id,
        product,
        seconds,
        reason,
        before: { ends_at: before.ends_at?.toISOString() ?? null },
        after: { ends_at: after.ends_at?.toISOString() ?? null },
      },
    })
    return { seconds: -seconds, before, after }
  })
}

export function previewUndo(db: Database, staff: Giver, userId: number, id: string) {
  return rehearse(db, (tx) => undoGift(tx, staff, userId, { id, reason: 'Preview' }))
}

function selectGifts(db: Database, userId: number) {
  return db
    .selectFrom('time_gifts as gift')
    .innerJoin('time_entries as given', 'given.id', 'entry_id')
    .innerJoin('subscriptions as run', 'run.id', 'given.subscription_id')
    .innerJoin('products', 'products.id', 'run.product_id')
    .leftJoin('time_entries as back', 'back.id', 'undone_entry_id')
    .select([
      'run.product_id',
      'products.name as product',
      'given.seconds',
      'gift.reason',
      'gift.note',
    ])
    .select(['gift.id', 'gift.created_at', 'gift.actor_id', 'gift.entry_id'])
    .select(sql<boolean>`gift.created_at <= now() - interval '24 hours'`.as('late'))
    .select(sql<boolean>`undone_at is not null`.as('undone'))
    .select(sql<number>`coalesce(-back.seconds, 0)`.as('taken_back'))
    .select(unusedSeconds.as('unused'))
    .where('run.user_id', '=', userId)
}

function readGift(tx: Tx, userId: number, id: string) {
  return selectGifts(tx, userId).where('gift.id', '=', id).executeTakeFirst()
}

export async function listGifts(db: Database, staff: Giver, userId: number) {
  const gifts = await selectGifts(db, userId)
    .leftJoin('users as giver', 'giver.id', 'gift.actor_id')
    .select('giver.username as by')
    .where('gift.created_at', '>', sql<Date>`now() - interval '24 hours'`)
    .orderBy('gift.created_at', 'desc')
    .limit(20)
    .execute()
  return gifts.map(({ actor_id, undone, late, ...gift }) => ({
    id: gift.id,
    game_id: gift.product_id,
    product_name: gift.product,
    seconds: gift.seconds,
    reason: gift.reason,
    note: gift.note,
    by: gift.by,
    created_at: gift.created_at,
    taken_back: gift.taken_back,
    can_undo: !undone && !late && gift.unused > 0 && (staff.admin || actor_id === staff.id),
  }))
}
