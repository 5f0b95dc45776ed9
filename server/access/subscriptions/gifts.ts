import { sql } from 'kysely'
import { giftRefusals } from '#contract/access/staff-subscriptions.ts'
import type { Roles } from '#contract/wire/capabilities.ts'
import { productRefusals } from '#contract/wire/product-refusals.ts'
import { isLifetime, lifetimeSeconds } from '#contract/wire/terms.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { rehearse } from '#server/kernel/database/rehearse.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { record } from '#server/platform/events/record.ts'
import type { Staff } from '#server/platform/logs/staff.ts'
import { lasting } from '#server/platform/mail/lasting.ts'
import { lockUser } from '#server/platform/users/users.ts'
import { enterTime } from './ledger.ts'
import { standingOf } from './standing.ts'

export type Giver = Staff & Roles

type WantedGift = {
  productId: number
  seconds: number
  /** The caller's id. A second call with the same id grants no more time. */
  id?: string | undefined
  reason?: string | undefined
  note?: string | undefined
}

/** Throws 404, 403 above the staff member's limit, and 409 if the id belongs to another gift. */
export function giveTime(db: Database, staff: Giver, userId: number, wanted: WantedGift) {
  return transaction(db, async (tx) => {
    await lockGiver(tx, staff)
    await lockUser(tx, userId)
    const product = await getProduct(tx, wanted.productId)
    const entry = (await findGiven(tx, userId, wanted)) ?? (await give(tx, staff, userId, wanted))
    const run = await tx
      .selectFrom('subscriptions')
      .innerJoin('time_entries', 'subscription_id', 'subscriptions.id')
      .select(['subscriptions.id', 'subscriptions.created_at', 'term_length'])
      .where('time_entries.id', '=', entry)
      .executeTakeFirstOrThrow()
    const lifetime = isLifetime(run.term_length)
    return { ...run, lifetime, uid: userId, game_id: wanted.productId, product_name: product.name }
  })
}

/** Grants it in a transaction that is rolled back. Throws the same errors. */
export function previewGift(db: Database, staff: Giver, userId: number, wanted: WantedGift) {
  const { productId } = wanted
  return rehearse(db, async (tx) => {
    await lockGiver(tx, staff)
    await lockUser(tx, userId)
    await getProduct(tx, productId)
    const before = await standingOf(tx, userId, productId)
    await giveTime(tx, staff, userId, wanted)
    return { seconds: wanted.seconds, before, after: await standingOf(tx, userId, productId) }
  })
}

async function give(tx: Tx, staff: Giver, userId: number, wanted: WantedGift): Promise<number> {
  const { productId, seconds, id, reason = '', note = '' } = wanted
  await admitGift(tx, staff, userId, seconds)
  const { name } = await getProduct(tx, productId)
  const before = await standingOf(tx, userId, productId)
  if (before.lifetime) throw new Refusal(giftRefusals.has_lifetime)
  const gift = { userId, productId, seconds, cause: 'grant', actorId: staff.id } as const
  const entry = (await enterTime(tx, gift))!
  const added = await tx
    .insertInto('time_gifts')
    .values({ ...(id && { id }), entry_id: entry, actor_id: staff.id, reason, note })
    .returning('id')
    .executeTakeFirstOrThrow()
  const after = await standingOf(tx, userId, productId)
  await record(tx, 'time.given', {
    userId,
    staff,
    data: {
      gift: added.id,
      product_id: productId,
      product: name,
      hours: seconds < lifetimeSeconds ? seconds / 3600 : null,
      reason,
      told: note !== '',
      before: { ends_at: before.ends_at?.toISOString() ?? null },
      after: { ends_at: after.ends_at?.toISOString() ?? null },
    },
  })
  return entry
}

async function findGiven(tx: Tx, userId: number, { id, productId, seconds }: WantedGift) {
  if (!id) return undefined
  const given = await tx
    .selectFrom('time_gifts')
    .innerJoin('time_entries', 'time_entries.id', 'entry_id')
    .innerJoin('subscriptions', 'subscriptions.id', 'subscription_id')
    .select(['entry_id', 'user_id', 'product_id', 'seconds', 'undone_entry_id'])
    .where('time_gifts.id', '=', id)
    .executeTakeFirst()
  if (!given) return undefined
  const same =
    given.user_id === userId && given.product_id === productId && given.seconds === seconds
  // A gift that was taken back needs a new id to be granted again.
  if (!same || given.undone_entry_id) throw new Refusal(giftRefusals.gift_id_used)
  return given.entry_id
}

/** Serialises the gifts of a staff member, so that concurrent gifts stay within the limit. */
async function lockGiver(tx: Tx, { id }: Giver) {
  await sql`select pg_advisory_xact_lock(hashtext('time_gifts'), ${id}::integer)`.execute(tx)
}

async function admitGift(tx: Tx, staff: Giver, userId: number, seconds: number) {
  if (staff.admin) return
  if (staff.id === userId) throw new Refusal(giftRefusals.own_time)
  const { support_time_days: days } = await tx
    .selectFrom('settings')
    .select('support_time_days')
    .executeTakeFirstOrThrow()
  const left = days * 86_400 - (await givenToday(tx, staff.id))
  if (seconds > left)
    throw new Refusal(giftRefusals.gift_above_cap, {
      values: { most: inHours(days * 86_400), left: inHours(left) },
    })
}

/** Rounded down to the hour, so that the amount shown as left can be granted. */
const inHours = (seconds: number) => lasting(Math.floor(seconds / 3600) * 3600) ?? 'nothing'

/** In the last 24 hours, without time that was taken back. */
async function givenToday(tx: Tx, actorId: number): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(sum(given.seconds + coalesce(back.seconds, 0)), 0)::bigint as seconds
      from time_gifts as gift
      join time_entries as given on given.id = entry_id
      left join time_entries as back on back.id = undone_entry_id
     where gift.actor_id = ${actorId} and gift.created_at > now() - interval '24 hours'`.execute(tx)
  return rows[0]!.seconds
}

export async function getProduct(db: Database, id: number) {
  const product = await db
    .selectFrom('products')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!product) throw new Refusal(productRefusals.unknown_product)
  return product
}

/** Removes the texts of a deleted user's gifts. The record of the time stays. */
export async function forgetGiftWords(tx: Tx, userId: number) {
  await sql`
    update time_gifts set reason = '', note = ''
      from time_entries join subscriptions on subscriptions.id = subscription_id
     where time_entries.id = entry_id and user_id = ${userId}`.execute(tx)
}
