import type { Insertable } from 'kysely'
import type { Renewals } from '#db/tables.ts'
import type { Database } from '#server/kernel/database/database.ts'

/** Adds a monthly renewal paid by card. Its order has only the columns that the tests need. */
export async function addRenewal(
  db: Database,
  {
    user_id,
    product_id,
    ...more
  }: Partial<Insertable<Renewals>> & {
    user_id: number
    product_id: number
  },
) {
  const order = await db
    .insertInto('orders')
    .values({ user_id, type: 'card', total_cents: 1999, payment_status: 'finished' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('renewals')
    .values({
      ...{ user_id, product_id, order_id: order.id },
      ...{ plan: '1m', term_seconds: 30 * 86_400, price_cents: 1999 },
      due_at: new Date(Date.now() + 29 * 86_400_000),
      ...{ card_id: 'pm_1', card_brand: 'visa', card_last4: '4242' },
      ...{ card_exp_month: 12, card_exp_year: 2040 },
      ...more,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const stateOf = async () =>
    db
      .selectFrom('renewals')
      .select(['state', 'ended_for'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  return { id, stateOf }
}
