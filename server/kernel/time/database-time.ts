import { sql } from 'kysely'
import type { Database } from '#server/kernel/database/database.ts'

/** Milliseconds since 1970, for times that several processes compare: machines' clocks differ. */
export async function readTime(db: Database): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(db)
  return rows[0]!.ms
}
