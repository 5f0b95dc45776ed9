import { LoaderClient, newKey } from '#demo/client/client.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { hashToken, newToken } from '#server/kernel/secrets/tokens.ts'

/** Adds a loader that a customer has paired, for a shop that need not listen. */
export async function addPairedLoader(db: Database, userId: number, shop = '') {
  const access = newToken()
  const loader = new LoaderClient({ shop, trusted: [], kept: { key: newKey(), access } })
  await db
    .insertInto('loader_tokens')
    .values({
      user_id: userId,
      public_key: Buffer.from(loader.publicKey, 'base64url'),
      name: 'PC',
      os: 'Windows 11',
      access_hash: hashToken(access),
      access_expires_at: new Date(Date.now() + 86_400_000),
      refresh_hash: hashToken(newToken()),
    })
    .execute()
  return loader
}
