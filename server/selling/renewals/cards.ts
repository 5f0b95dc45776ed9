import { sql } from 'kysely'
import { cards } from '#contract/selling/cards.ts'
import { goesOn, isFailing } from '#server/access/subscriptions/renewal-states.ts'
import type { SavedCard } from '#server/adapters/payments/saved-cards.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { enqueue } from '#server/kernel/jobs/jobs.ts'
import { cardColumns } from '#server/selling/payments/begin-renewals.ts'
import { chargeDue } from './jobs.ts'

/** Charges failed renewals at once, and assigns the card to renewals without one. */
export async function payByDefault(db: Database, userId: number, card: SavedCard) {
  const { numUpdatedRows } = await db
    .updateTable('renewals')
    .set(cardColumns(card))
    .set({ due_at: sql`case when ${isFailing('renewals')} then now() else due_at end` })
    .where('user_id', '=', userId)
    .where('state', '<>', 'ended')
    .where(({ or, eb }) => or([eb('card_id', 'is', null), isFailing('renewals')]))
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n) await enqueue(db, chargeDue, {})
}

/** Throws 409 if a renewal uses one of these cards. For cards that no other card can replace. */
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

export async function replaceCard(
  db: Database,
  userId: number,
  cardId: string,
  other: SavedCard | null,
) {
  await db
    .updateTable('renewals')
    .set(other ? cardColumns(other) : noCard)
    .where('user_id', '=', userId)
    .where('card_id', '=', cardId)
    .where('state', '<>', 'ended')
    .execute()
}

const noCard = {
  card_id: null,
  card_brand: null,
  card_last4: null,
  card_exp_month: null,
  card_exp_year: null,
}

export async function renewedBy(db: Database, userId: number) {
  const { rows } = await sql<{ card: string; product: string }>`
    select card_id as card, name as product
      from renewals join products on products.id = product_id
     where user_id = ${userId} and ${goesOn('renewals')} and card_id is not null
     order by name`.execute(db)
  return rows
}
