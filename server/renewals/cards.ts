import { sql } from 'kysely'
import { cards } from '#contract/cards.ts'
import type { SavedCard } from '#server/adapters/payments/saved-cards.ts'
import type { Database } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { enqueue } from '#server/kernel/jobs.ts'
import { goesOn, isFailing } from '#server/subscriptions/renewal-states.ts'
import { chargeDue } from './jobs.ts'

const columns = ({ id, brand, last4, expMonth, expYear }: SavedCard) =>
  sql`card_id = ${id}, card_brand = ${brand}, card_last4 = ${last4},
      card_exp_month = ${expMonth}, card_exp_year = ${expYear}`

/** Charges failed renewals to the new default card at once, and gives it to renewals without a card. */
export async function payByDefault(db: Database, userId: number, card: SavedCard) {
  const { numAffectedRows } = await sql`
    update renewals
       set ${columns(card)},
           due_at = case when ${isFailing('renewals')} then now() else due_at end
     where user_id = ${userId} and state <> 'ended'
       and (card_id is null or ${isFailing('renewals')})`.execute(db)
  if (numAffectedRows) await enqueue(db, chargeDue, {})
}

/** A card that a renewal needs stays while there is none that could take its place. Throws 409. */
export async function refuseCardInUse(db: Database, userId: number, cardIds: string[]) {
  const renewal = await db
    .selectFrom('renewals')
    .innerJoin('products', 'products.id', 'product_id')
    .select('name')
    .where('user_id', '=', userId)
    .where('card_id', 'in', cardIds)
    .where(goesOn('renewals'))
    .executeTakeFirst()
  if (!renewal) return
  throw new Refusal(cards.remove.refusals.card_in_use, { values: { product: renewal.name } })
}

/** What a removed card paid is paid by another one. */
export async function replaceCard(
  db: Database,
  userId: number,
  cardId: string,
  other: SavedCard | null,
) {
  const set = other
    ? columns(other)
    : sql`card_id = null, card_brand = null, card_last4 = null, card_exp_month = null,
          card_exp_year = null`
  await sql`
    update renewals set ${set}
     where user_id = ${userId} and card_id = ${cardId} and state <> 'ended'`.execute(db)
}

/** For each card of a customer, the products whose renewal is charged to it. */
export async function renewedBy(db: Database, userId: number) {
  const { rows } = await sql<{ card: string; product: string }>`
    select card_id as card, name as product
      from renewals join products on products.id = product_id
     where user_id = ${userId} and ${goesOn('renewals')} and card_id is not null
     order by name`.execute(db)
  return rows
}
