import { randomBytes } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { Database } from '#server/kernel/database/database.ts'

export type NewProduct = Partial<Insertable<DB['products']>>

/** Adds a new product for $19.99 a month, and returns its id. */
export async function addProduct(db: Database, more: NewProduct = {}): Promise<number> {
  const { slug = `game-${randomBytes(4).toString('hex')}` } = more
  const { id } = await db
    .insertInto('products')
    .values({ slug, name: `Game ${slug}`, price_cents: 1999, ...more })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
