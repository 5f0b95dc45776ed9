import { randomBytes } from 'node:crypto'
import type { Database } from '#server/kernel/database/database.ts'

/** Returns a key that all processes on this database share. The first caller creates it. */
export async function sharedSecret(db: Database, name: string): Promise<Buffer> {
  await db
    .insertInto('secrets')
    .values({ name, value: randomBytes(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { value } = await db
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return value
}
