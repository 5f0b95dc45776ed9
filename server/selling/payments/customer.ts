import { type CardProvider, UnknownCustomer } from '#server/adapters/payments/card-provider.ts'
import type { Database } from '#server/kernel/database/database.ts'

/** Creates the provider's customer if the account has none. Throws ProviderDown. */
export async function ensureCustomer(
  db: Database,
  card: CardProvider,
  userId: number,
): Promise<string> {
  return (await findCustomer(db, userId)) ?? (await makeCustomer(db, card, userId, null))
}

/** Returns null if the account has never had one. */
export async function findCustomer(db: Database, userId: number): Promise<string | null> {
  const { stripe_customer_id: id } = await db
    .selectFrom('users')
    .select('stripe_customer_id')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return id
}

/** Replaces the customer once if the provider does not know it, as after a new Stripe account. */
export async function asCustomer<T>(
  db: Database,
  card: CardProvider,
  userId: number,
  ask: (customerId: string) => Promise<T>,
): Promise<T> {
  const customerId = await ensureCustomer(db, card, userId)
  try {
    return await ask(customerId)
  } catch (error) {
    if (!(error instanceof UnknownCustomer)) throw error
    return ask(await makeCustomer(db, card, userId, customerId))
  }
}

/** The first customer of several concurrent requests is stored and returned to all. */
async function makeCustomer(
  db: Database,
  card: CardProvider,
  userId: number,
  before: string | null,
): Promise<string> {
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const made = await card.createCustomer({ userId, email, before })
  await db
    .updateTable('users')
    .set({ stripe_customer_id: made })
    .where('id', '=', userId)
    .where('stripe_customer_id', 'is not distinct from', before)
    .execute()
  return (await findCustomer(db, userId)) ?? made
}
