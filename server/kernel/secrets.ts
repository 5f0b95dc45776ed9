import { randomBytes } from 'node:crypto'
import type { Database } from './database.ts'

/** A key that is the same for all processes on this database, made by the first that asks. */
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
