import type { CardProvider } from '#server/adapters/payments/card-provider.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { findCustomer } from '#server/selling/payments/customer.ts'
import { together } from './cards.ts'

/** The provider stores a card each time it is entered. Keeps the shown copy and charged ones. */
export async function removeCopies(db: Database, provider: CardProvider, userId: number) {
  const customer = await findCustomer(db, userId)
  if (!customer) return
  const saved = together(await provider.listCards(customer))
  if (saved.every(({ ids }) => ids.length === 1)) return
  // An open order may start a renewal with a copy. The next new card triggers this job again.
  if (await hasOpenCardOrder(db, userId)) return
  const charged = await listChargedCards(db, userId)
  for (const { id: shown, ids } of saved)
    for (const id of ids)
      if (id !== shown && !charged.has(id)) await provider.removeCard(customer, id)
}

async function hasOpenCardOrder(db: Database, userId: number): Promise<boolean> {
  const open = await db
    .selectFrom('orders')
    .select('id')
    .where('user_id', '=', userId)
    .where('type', '=', 'card')
    .where('payment_status', 'in', ['waiting', 'confirming'])
    .executeTakeFirst()
  return open !== undefined
}

/** Includes the cards of charges that are not decided yet. */
async function listChargedCards(db: Database, userId: number): Promise<Set<string>> {
  const rows = await db
    .selectFrom('renewals')
    .leftJoin('renewal_charges', 'renewal_charges.renewal_id', 'renewals.id')
    .select(['renewals.card_id', 'renewal_charges.card_id as charged_card_id'])
    .where('user_id', '=', userId)
    .where('renewals.state', '<>', 'ended')
    .execute()
  return new Set(rows.flatMap((row) => [row.card_id ?? [], row.charged_card_id ?? []].flat()))
}
