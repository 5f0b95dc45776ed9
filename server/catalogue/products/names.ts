import type { Database } from '#server/kernel/database/database.ts'

/** Returns the names of these products in store order, at most 50. */
export async function listNames(db: Database, ids: readonly number[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('products')
    .select('name')
    .where('id', 'in', [...ids])
    .orderBy('position')
    .orderBy('id')
    .limit(50)
    .execute()
  return rows.map(({ name }) => name)
}
