import { sql } from 'kysely'
import type { CardProvider } from '#server/adapters/payments/card-provider.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { cardColumns } from './begin-renewals.ts'

/** A renewed card keeps its id. The charge job retries renewals that failed with the old card. */
export async function renewCard(
  db: Database,
  provider: Pick<CardProvider, 'listCards'>,
  { cardId, customerId }: { cardId: string; customerId: string },
) {
  const card = (await provider.listCards(customerId)).find(({ id }) => id === cardId)
  if (!card) return
  await db
    .updateTable('renewals')
    .set(cardColumns(card))
    .set({
      due_at: sql`case when state = 'retrying' then now() else due_at end`,
      // A stopped renewal no longer waits for another card.
      gives_up_at: sql`case when state = 'stopping' then null else gives_up_at end`,
    })
    .where('card_id', '=', cardId)
    .where('state', '<>', 'ended')
    .where(
      sql<boolean>`(card_last4, card_exp_month, card_exp_year)
        is distinct from (${card.last4}, ${card.expMonth}, ${card.expYear})`,
    )
    .where('user_id', '=', (eb) =>
      eb.selectFrom('users').select('id').where('stripe_customer_id', '=', customerId),
    )
    .execute()
}
