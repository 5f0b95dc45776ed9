import { sql } from 'kysely'
import { type CardProvider, UnknownCustomer } from '#server/adapters/payments/card-provider.ts'
import type { Database } from '#server/kernel/database/database.ts'

/** Returns null if the account has never had one. */
export async function findCustomer(db: Database, userId: number): Promise<string | null> {
  const { stripe_customer_id: id } = await db
    .selectFrom('users')
    .select('stripe_customer_id')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return id
}

/** Creates the customer if there is none, or none in a new Stripe account. Throws ProviderDown. */
export async function asCustomer<T>(
  db: Database,
  card: CardProvider,
  userId: number,
  ask: (customerId: string) => Promise<T>,
): Promise<T> {
  const { id, email } = await db
    .selectFrom('users')
    .select(['stripe_customer_id as id', 'email'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const customerId = id ?? (await makeCustomer(db, card, { userId, email, before: null }))
  try {
    return await ask(customerId)
  } catch (error) {
    if (!(error instanceof UnknownCustomer)) throw error
    return ask(await makeCustomer(db, card, { userId, email, before: customerId }))
  }
}

type Account = { userId: number; email: string; before: string | null }

/** The first customer of several concurrent requests is stored and returned to all. */
async function makeCustomer(db: Database, card: CardProvider, account: Account): Promise<string> {
  const { userId, before } = account
  const made = await card.createCustomer(account)
  const { stored } = await db
    .updateTable('users')
    .set({
      stripe_customer_id: sql<string>`case when stripe_customer_id is not distinct from ${before}
        then ${made} else stripe_customer_id end`,
    })
    .where('id', '=', userId)
    .returning('stripe_customer_id as stored')
    .executeTakeFirstOrThrow()
  return stored ?? made
}
