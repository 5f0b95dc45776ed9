import { type CardProvider, UnknownCustomer } from '#server/adapters/payments/card-provider.ts'
import type { Database } from '#server/kernel/database.ts'

/** The provider's customer of an account, made when there is none yet. Throws ProviderDown. */
export async function ensureCustomer(
  db: Database,
  card: CardProvider,
  userId: number,
): Promise<string> {
  return (await findCustomer(db, userId)) ?? (await makeCustomer(db, card, userId, null))
}

/** Null of an account that has never had one. */
export async function findCustomer(db: Database, userId: number): Promise<string | null> {
  const { stripe_customer_id: id } = await db
    .selectFrom('users')
    .select('stripe_customer_id')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Asks the provider as the account's customer. One that the provider does not know, as the shop's
 * keys are of another account now, is replaced once.
 */
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

/** Of several requests at once the first is kept, and its customer answered to all. */
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
