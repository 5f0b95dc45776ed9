import { randomBytes } from 'node:crypto'
import type { Database } from '#server/kernel/database/database.ts'
import { addProduct } from '#server/kernel/testing/product.ts'

/** Creates a product with this many subscribers: a group that no other test uses. */
export async function createGroup(db: Database, size: number) {
  const slug = `game-${randomBytes(6).toString('hex')}`
  const product = { id: await addProduct(db, { slug, name: slug, price_cents: 999 }) }
  if (size === 0) return { group: slug, productId: product.id, users: [] }
  const users = await db
    .insertInto('users')
    .values(
      Array.from({ length: size }, (_, index) => ({
        username: `${slug}-${index}`.slice(-30),
        email: `${slug}-${index}@example.com`,
        verified_at: new Date(),
      })),
    )
    .returning(['id', 'email', 'username'])
    .execute()
  for (const user of users) await subscribe(db, user.id, product.id)
  return { group: slug, productId: product.id, users }
}

export async function subscribe(db: Database, userId: number, productId: number) {
  await db
    .insertInto('subscriptions')
    .values({ user_id: userId, product_id: productId, ends_at: new Date(Date.now() + 86_400_000) })
    .execute()
}

/** The outcome for each recipient, by id. */
export async function outcomes(db: Database, campaign: number) {
  const rows = await db
    .selectFrom('campaign_recipients')
    .select(['user_id', 'status', 'attempts', 'error'])
    .where('campaign_id', '=', campaign)
    .execute()
  return new Map(rows.map((row) => [row.user_id, row]))
}

/** Makes delayed recipients due now, so that tests need not wait. */
export async function makeDue(db: Database, campaign: number) {
  await db
    .updateTable('campaign_recipients')
    .set({ due_at: new Date(0) })
    .where('campaign_id', '=', campaign)
    .where('status', '=', 'queued')
    .execute()
}

/** As if the sending process had been gone for a while. */
export async function expireLease(db: Database, campaign: number) {
  await db
    .updateTable('campaigns')
    .set({ sender_until: new Date(0) })
    .where('id', '=', campaign)
    .where('sender', 'is not', null)
    .execute()
}
