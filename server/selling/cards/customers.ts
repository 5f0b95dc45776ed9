import { sql } from 'kysely'
import type { CardProvider } from '#server/adapters/payments/card-provider.ts'
import type { Database } from '#server/kernel/database/database.ts'

const most = 100

/** Deletes the customers of deleted accounts at the provider; retried while it does not answer. */
export async function forgetCustomers(db: Database, card: CardProvider) {
  const gone = await db
    .selectFrom('users')
    .select(['id', 'stripe_customer_id'])
    .where('deleted_at', 'is not', null)
    .where('stripe_customer_id', 'is not', null)
    .orderBy(sql`random()`)
    .limit(most)
    .execute()
  const failures: unknown[] = []
  for (const { id, stripe_customer_id } of gone)
    try {
      await card.removeCustomer(stripe_customer_id!)
      await db.updateTable('users').set({ stripe_customer_id: null }).where('id', '=', id).execute()
    } catch (error) {
      failures.push(error)
    }
  if (failures.length > 0) throw failures[0]
}

/** Reads the address when it is sent, so the last call sends the latest one. */
export async function tellAddress(db: Database, card: CardProvider, userId: number) {
  const user = await db
    .selectFrom('users')
    .select(['email', 'stripe_customer_id'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (user?.stripe_customer_id) await card.changeAddress(user.stripe_customer_id, user.email)
}
