import { sql } from 'kysely'
import type { Database } from './database.ts'

/**
 * What time it is by the database, in milliseconds since 1970. For moments that one process writes and
 * another compares with its own: clocks of machines differ, and the database has one.
 */
export async function readTime(db: Database): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(db)
  return rows[0]!.ms
}
